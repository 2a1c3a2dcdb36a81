// Swiping rows of a list with a finger. One listener for all rows: the row that is touched
// (`data-swipe-row`) follows the finger by its style, with no render in between.
import { type RefObject, useEffect, useRef } from "react";
import { type SwipeSide, swipeOf } from "@/lib/swipe";

interface Touch {
  row: HTMLElement;
  x: number;
  y: number;
  pointer: number;
}

export function useSwipe(
  container: RefObject<HTMLElement | null>,
  isOn: boolean,
  onSwipe: (id: number, side: SwipeSide) => void,
): void {
  const latest = useRef(onSwipe);
  useEffect(() => {
    latest.current = onSwipe;
  });
  useEffect(() => {
    const list = container.current;
    if (!isOn || !list) return;
    return listen(list, (id, side) => latest.current(id, side));
  }, [container, isOn]);
}

function listen(list: HTMLElement, onSwipe: (id: number, side: SwipeSide) => void) {
  let touch: Touch | null = null;
  let hasSwiped = false;

  const start = (event: PointerEvent) => {
    hasSwiped = false;
    const row = (event.target as HTMLElement).closest<HTMLElement>("[data-swipe-row]");
    if (event.pointerType !== "touch" || !row) return;
    touch = { row, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  };
  const swipe = (event: PointerEvent) =>
    touch?.pointer === event.pointerId
      ? swipeOf(event.clientX - touch.x, event.clientY - touch.y)
      : null;
  const move = (event: PointerEvent) => {
    const found = swipe(event);
    if (!touch || !found) return;
    hasSwiped ||= found.side !== null;
    show(touch.row, found.side, found.offset, found.isArmed);
  };
  const end = (event: PointerEvent) => {
    const found = swipe(event);
    if (!touch || !found) return;
    show(touch.row, null, 0, false);
    if (found.isArmed && found.side) onSwipe(Number(touch.row.dataset.swipeRow), found.side);
    touch = null;
  };
  const cancel = () => {
    if (touch) show(touch.row, null, 0, false);
    touch = null;
  };
  // The click that ends a swipe would open the entry.
  const click = (event: MouseEvent) => {
    if (hasSwiped) event.preventDefault();
    if (hasSwiped) event.stopPropagation();
    hasSwiped = false;
  };
  list.addEventListener("pointerdown", start);
  list.addEventListener("pointermove", move);
  list.addEventListener("pointerup", end);
  list.addEventListener("pointercancel", cancel);
  list.addEventListener("click", click, true);
  return () => {
    list.removeEventListener("pointerdown", start);
    list.removeEventListener("pointermove", move);
    list.removeEventListener("pointerup", end);
    list.removeEventListener("pointercancel", cancel);
    list.removeEventListener("click", click, true);
  };
}

function show(row: HTMLElement, side: SwipeSide | null, offset: number, isArmed: boolean) {
  const slide = row.querySelector<HTMLElement>("[data-slide]");
  if (slide) slide.style.transform = offset === 0 ? "" : `translateX(${offset}px)`;
  row.dataset.swipe = side ?? "none";
  row.dataset.armed = String(isArmed);
}
