import type { RefObject } from "react";
import { useLongPress } from "@/hooks/use-long-press";
import { usePull } from "@/hooks/use-pull";
import { useSwipe } from "@/hooks/use-swipe";
import type { SwipeSide } from "@/lib/swipe";

interface ListTouchProps {
  scroller: RefObject<HTMLElement | null>;
  pullMark: RefObject<HTMLElement | null>;
  canSwipe?: boolean;
  onSwipe?: (id: number, side: SwipeSide) => void;
  onPull: () => void;
}

/** Renders nothing: lets fingers swipe and hold the rows, and pull the list. */
export function ListTouch({
  scroller,
  pullMark,
  canSwipe = false,
  onSwipe = () => undefined,
  onPull,
}: ListTouchProps) {
  useSwipe(scroller, canSwipe, onSwipe);
  useLongPress(scroller);
  usePull(scroller, pullMark, onPull);
  return null;
}
