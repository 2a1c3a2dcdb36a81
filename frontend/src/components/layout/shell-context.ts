import { createContext, use } from "react";

interface ShellControls {
  openSidebar: () => void;
  /** Whether the sidebar is beside the page, so that no button for it is needed. */
  hasSidebar: boolean;
}

export const ShellContext = createContext<ShellControls>({
  openSidebar: () => {},
  hasSidebar: true,
});

export function useShell(): ShellControls {
  return use(ShellContext);
}
