import { useEffect, useRef } from "react";

/** When `where` changes and the focus went away with what was there, the page has it: keys
 * and screen readers go on from there, not from the top of the window. */
export function useCaughtFocus(where: string): void {
  const before = useRef(where);
  useEffect(() => {
    if (before.current === where) return;
    before.current = where;
    catchFocus();
    // What became inert loses the focus only when it is rendered.
    const frame = requestAnimationFrame(() => setTimeout(catchFocus));
    return () => cancelAnimationFrame(frame);
  }, [where]);
}

function catchFocus(): void {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) {
    document.getElementById("content")?.focus({ preventScroll: true });
  }
}
