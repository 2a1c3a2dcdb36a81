import { createContext, use } from "react";
import type { ListEntry } from "@/hooks/use-reading";

/** What one can do with a row. The functions never change, so that rows are rendered once. */
export interface RowActions {
  hrefOf: (id: number) => string;
  open: (id: number) => void;
  toggleRead: (entry: Pick<ListEntry, "id" | "read">) => void;
  toggleStar: (entry: Pick<ListEntry, "id" | "starred" | "version">) => void;
}

export const RowActionsContext = createContext<RowActions>({
  hrefOf: () => "",
  open: () => {},
  toggleRead: () => {},
  toggleStar: () => {},
});

export function useRowActions(): RowActions {
  return use(RowActionsContext);
}

export interface RowProps {
  entry: ListEntry;
  feedTitle: string;
  isOpen: boolean;
  /** The one row that the Tab key reaches; arrows lead to the others. */
  isTabStop: boolean;
}
