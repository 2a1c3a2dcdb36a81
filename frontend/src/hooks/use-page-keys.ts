// Keys that scroll, while nothing has the focus that could be scrolled: they mean the open
// entry, or else the list. To the ends of a list, they lead at once: on a long way through it
// the browser's own would be led astray by rows that get their heights only then.
import { useEffect } from "react";

const LIST = "[data-entry-list]";
const NEARLY_ALL = 0.9;

export function usePageKeys(): void {
  useEffect(() => {
    addEventListener("keydown", scrollPage);
    return () => removeEventListener("keydown", scrollPage);
  }, []);
}

function scrollPage(event: KeyboardEvent): void {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if (event.defaultPrevented || hasModifier) return;
  const place = placeOf(event);
  const top = place && topAfter(event.key, place);
  if (top === null) return;
  place?.scrollTo({ top });
  event.preventDefault();
}

function topAfter(key: string, { scrollTop, clientHeight, scrollHeight }: Element) {
  switch (key) {
    case "PageDown":
      return scrollTop + clientHeight * NEARLY_ALL;
    case "PageUp":
      return scrollTop - clientHeight * NEARLY_ALL;
    case "Home":
      return 0;
    case "End":
      return scrollHeight;
    default:
      return null;
  }
}

function placeOf({ key, target }: KeyboardEvent): Element | null {
  if (!(target instanceof Element)) return null;
  if (key === "Home" || key === "End") {
    const list = target.closest(LIST);
    if (list) return list;
  }
  const isNowhere = target === document.body || target.id === "content";
  if (!isNowhere) return null;
  return document.querySelector("[data-entry-scroller]") ?? document.querySelector(LIST);
}
