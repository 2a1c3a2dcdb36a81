import type { RefObject } from "react";
import { usePull } from "@/hooks/use-pull";
import { useSwipe } from "@/hooks/use-swipe";
import type { SwipeSide } from "@/lib/swipe";

interface ListTouchProps {
  scroller: RefObject<HTMLElement | null>;
  pullMark: RefObject<HTMLElement | null>;
  canSwipe: boolean;
  onSwipe: (id: number, side: SwipeSide) => void;
  onPull: () => void;
}

/** Draws nothing: lets fingers swipe the rows and pull the list. */
export function ListTouch({ scroller, pullMark, canSwipe, onSwipe, onPull }: ListTouchProps) {
  useSwipe(scroller, canSwipe, onSwipe);
  usePull(scroller, pullMark, onPull);
  return null;
}
