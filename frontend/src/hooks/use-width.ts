import { type RefObject, useLayoutEffect, useState } from "react";

/** The width of an element in pixels, as it changes; 0 while nobody wants to know it. */
export function useWidth(element: RefObject<HTMLElement | null>, isWanted = true): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current || !isWanted) return;
    setWidth(current.clientWidth);
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, isWanted]);
  return width;
}
