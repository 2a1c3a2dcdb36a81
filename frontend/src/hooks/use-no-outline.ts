import { useLayoutEffect } from "react";

/** Called by every page that stands for itself: its outline goes when it is drawn. */
export function useNoOutline(isDrawn = true): void {
  useLayoutEffect(() => {
    if (isDrawn) document.getElementById("outline")?.remove();
  }, [isDrawn]);
}
