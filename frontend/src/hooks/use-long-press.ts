// The menu of a row under a finger that rests on it, where the browser itself opens none: on
// an iPhone a long press is no `contextmenu`.
import { type RefObject, useEffect } from "react";

const LONG = 500;
const STILL = 10; // pixels

export function useLongPress(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const list = container.current;
    return list ? listenToLongPresses(list) : undefined;
  }, [container]);
}

/** Exported for its test. */
export function listenToLongPresses(list: EventTarget): () => void {
  let pressed: PointerEvent | null = null;
  let wasLong = false;

  const start = (event: Event) => {
    wasLong = false;
    pressed = (event as PointerEvent).pointerType === "touch" ? (event as PointerEvent) : null;
  };
  const move = (event: Event) => {
    const { clientX, clientY } = event as PointerEvent;
    if (!pressed) return;
    const far = Math.hypot(clientX - pressed.clientX, clientY - pressed.clientY);
    if (far > STILL) pressed = null;
  };
  const forget = () => {
    pressed = null;
  };
  const end = (event: Event) => {
    wasLong = pressed !== null && event.timeStamp - pressed.timeStamp >= LONG;
    if (pressed && wasLong) openMenu(pressed);
    pressed = null;
  };
  // The click that ends it would open the entry.
  const click = (event: Event) => {
    if (!wasLong) return;
    wasLong = false;
    event.preventDefault();
    event.stopPropagation();
  };
  const handlers = {
    pointerdown: start,
    pointermove: move,
    pointerup: end,
    pointercancel: forget,
    contextmenu: forget, // the browser's own
  };
  for (const [kind, handler] of Object.entries(handlers)) list.addEventListener(kind, handler);
  list.addEventListener("click", click, true);
  return () => {
    for (const [kind, handler] of Object.entries(handlers))
      list.removeEventListener(kind, handler);
    list.removeEventListener("click", click, true);
  };
}

/** Once the finger is up: it would close again what opens under it. */
function openMenu({ target, clientX, clientY }: PointerEvent): void {
  const asked = { bubbles: true, cancelable: true, clientX, clientY };
  setTimeout(() => target?.dispatchEvent(new MouseEvent("contextmenu", asked)));
}
