// Fingers and wheel over a large picture: pinch, double tap, drag, swipe.
import { type RefObject, useEffect, useRef } from "react";
import { swipeMeaning } from "@/lib/picture-view";

interface Gestures {
  isWhole: boolean;
  zoom: (factor: number, around: { x: number; y: number }) => void;
  pan: (x: number, y: number) => void;
  go: (step: number) => void;
  close: () => void;
}

const CLOSER = 2.5;
const WHEEL = 0.0015;

export function usePictureGestures(
  stage: RefObject<HTMLElement | null>,
  gestures: Gestures,
): void {
  const latest = useRef(gestures);
  useEffect(() => {
    latest.current = gestures;
  });
  useEffect(
    () => (stage.current ? listen(stage.current, () => latest.current) : undefined),
    [stage],
  );
}

type Place = Pick<PointerEvent, "clientX" | "clientY">;

function listen(stage: HTMLElement, current: () => Gestures): () => void {
  const down = new Map<number, Place>();
  let moved = { x: 0, y: 0 };
  let hasPinched = false;
  const fromMiddle = ({ clientX, clientY }: Place) => {
    const { left, top, width, height } = stage.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const start = (event: PointerEvent) => {
    if (down.size === 0) {
      moved = { x: 0, y: 0 };
      hasPinched = false;
    }
    down.set(event.pointerId, event);
    stage.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    down.set(event.pointerId, event);
    const by = { x: event.clientX - before.clientX, y: event.clientY - before.clientY };
    moved = { x: moved.x + by.x, y: moved.y + by.y };
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      hasPinched = true;
      current().zoom(
        apart(event, other) / apart(before, other),
        fromMiddle(between(event, other)),
      );
    } else if (!current().isWhole) current().pan(by.x, by.y);
  };
  const end = (event: PointerEvent) => {
    const wasDown = down.delete(event.pointerId);
    if (!wasDown || down.size > 0 || hasPinched || event.type === "pointercancel") return;
    const { isWhole, go, close } = current();
    const meaning = isWhole ? swipeMeaning(moved) : null;
    if (meaning === "close") close();
    else if (meaning) go(meaning === "next" ? 1 : -1);
  };
  const twice = (event: MouseEvent) => {
    const { isWhole, zoom } = current();
    zoom(isWhole ? CLOSER : 0, fromMiddle(event));
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    current().zoom(Math.exp(-event.deltaY * WHEEL), fromMiddle(event));
  };
  stage.addEventListener("pointerdown", start);
  stage.addEventListener("pointermove", move);
  stage.addEventListener("pointerup", end);
  stage.addEventListener("pointercancel", end);
  stage.addEventListener("dblclick", twice);
  stage.addEventListener("wheel", wheel, { passive: false });
  return () => {
    stage.removeEventListener("pointerdown", start);
    stage.removeEventListener("pointermove", move);
    stage.removeEventListener("pointerup", end);
    stage.removeEventListener("pointercancel", end);
    stage.removeEventListener("dblclick", twice);
    stage.removeEventListener("wheel", wheel);
  };
}

function apart(one: Place, other: Place): number {
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
}

function between(one: Place, other: Place): Place {
  return {
    clientX: (one.clientX + other.clientX) / 2,
    clientY: (one.clientY + other.clientY) / 2,
  };
}
