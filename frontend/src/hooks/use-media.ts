import { useCallback, useSyncExternalStore } from "react";

export const WIDE = "(min-width: 68rem)"; // room for three panes
export const MEDIUM = "(min-width: 48rem)"; // room for two
export const COARSE = "(pointer: coarse)"; // a finger

export function useMedia(query: string): boolean {
  const media = listOf(query);
  const subscribe = useCallback(
    (listener: () => void) => {
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => media.matches);
}

// Each is asked at every render of whoever uses it, and takes its time to make.
const lists = new Map<string, MediaQueryList>();

function listOf(query: string): MediaQueryList {
  const known = lists.get(query) ?? matchMedia(query);
  lists.set(query, known);
  return known;
}
