import { useLayoutEffect } from "react";

/** Called by every page of its own: its outline goes when it is rendered. */
export function useNoOutline(isRendered = true): void {
  useLayoutEffect(() => {
    if (isRendered) document.getElementById("outline")?.remove();
  }, [isRendered]);
}
