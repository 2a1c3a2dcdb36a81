import { useSyncExternalStore } from "react";

export const WIDE = "(min-width: 68rem)"; // room for three panes
export const MEDIUM = "(min-width: 48rem)"; // room for two

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}
