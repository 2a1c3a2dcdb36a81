// Pulling a list down from its top with a finger, to refresh it.
import { type RefObject, useEffect, useRef } from "react";
import { pullOf } from "@/lib/swipe";

/** `mark` is moved along and gets `data-armed`; `onPull` is called when it is let go. */
export function usePull(
  scroller: RefObject<HTMLElement | null>,
  mark: RefObject<HTMLElement | null>,
  onPull: () => void,
): void {
  const latest = useRef(onPull);
  useEffect(() => {
    latest.current = onPull;
  });
  useEffect(() => {
    const list = scroller.current;
    if (!list) return;
    let from: number | null = null;
    let isArmed = false;
    const show = (offset: number) => {
      if (!mark.current) return;
      mark.current.style.transform = `translateY(${offset}px)`;
      mark.current.style.opacity = String(Math.min(1, offset / 48));
      mark.current.dataset.armed = String(isArmed);
    };
    const start = (event: TouchEvent) => {
      from = list.scrollTop <= 0 ? (event.touches[0]?.clientY ?? null) : null;
    };
    const move = (event: TouchEvent) => {
      if (from === null) return;
      const pull = pullOf((event.touches[0]?.clientY ?? from) - from);
      isArmed = pull.isArmed;
      show(pull.offset);
    };
    const end = () => {
      const isMeant = isArmed && from !== null;
      from = null;
      isArmed = false;
      show(0);
      if (isMeant) latest.current();
    };
    list.addEventListener("touchstart", start, { passive: true });
    list.addEventListener("touchmove", move, { passive: true });
    list.addEventListener("touchend", end);
    list.addEventListener("touchcancel", end);
    return () => {
      list.removeEventListener("touchstart", start);
      list.removeEventListener("touchmove", move);
      list.removeEventListener("touchend", end);
      list.removeEventListener("touchcancel", end);
    };
  }, [scroller, mark]);
}
