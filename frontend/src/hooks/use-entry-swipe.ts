// A finger across an open entry: on to the next one, or back to the previous.
import { type RefObject, useEffect, useRef } from "react";
import { type SwipeSide, swipeOf } from "@/lib/swipe";

const EDGE = 24; // there the system has its own gestures

export function useEntrySwipe(
  pane: RefObject<HTMLElement | null>,
  isOn: boolean,
  onSwipe: (side: SwipeSide) => void,
): void {
  const latest = useRef(onSwipe);
  useEffect(() => {
    latest.current = onSwipe;
  });
  useEffect(() => {
    const element = pane.current;
    if (!isOn || !element) return;
    return listen(element, (side) => latest.current(side));
  }, [pane, isOn]);
}

function listen(pane: HTMLElement, onSwipe: (side: SwipeSide) => void) {
  let from: Touch | null = null;
  const show = (offset: number) => {
    pane.style.transform = offset === 0 ? "" : `translateX(${offset}px)`;
  };
  const start = ({ touches, target }: TouchEvent) => {
    const [touch] = touches;
    from = touch && touches.length === 1 && isFree(touch, target as Element) ? touch : null;
  };
  const swipe = (touch: Touch | undefined) =>
    from && touch ? swipeOf(touch.clientX - from.clientX, touch.clientY - from.clientY) : null;
  const move = ({ touches }: TouchEvent) => show(swipe(touches[0])?.offset ?? 0);
  const end = ({ changedTouches }: TouchEvent) => {
    const found = swipe(changedTouches[0]);
    from = null;
    show(0);
    // A finger that selects words moves as well.
    const isSelecting = document.getSelection()?.isCollapsed === false;
    if (found?.isArmed && found.side && !isSelecting) onSwipe(found.side);
  };
  const cancel = () => {
    from = null;
    show(0);
  };
  pane.addEventListener("touchstart", start, { passive: true });
  pane.addEventListener("touchmove", move, { passive: true });
  pane.addEventListener("touchend", end);
  pane.addEventListener("touchcancel", cancel);
  return () => {
    pane.removeEventListener("touchstart", start);
    pane.removeEventListener("touchmove", move);
    pane.removeEventListener("touchend", end);
    pane.removeEventListener("touchcancel", cancel);
  };
}

/** Whether a finger there means the entry, and not something in it that moves sideways. */
function isFree({ clientX }: Touch, target: Element): boolean {
  const isZoomed = (visualViewport?.scale ?? 1) > 1;
  if (isZoomed || clientX < EDGE || clientX > innerWidth - EDGE) return false;
  if (target.closest("input, video, audio")) return false;
  const box = target.closest("pre, .table-box");
  return box === null || box.scrollWidth <= box.clientWidth;
}
