// Shortcuts: `useShortcuts({ toggleStar: () => … })`. What is rendered last is asked first,
// and so what is inside before what is around it; a handler that answers `false` leaves the key
// to the others and to the browser.
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Action } from "@/lib/keymap";

type Handler = (event?: KeyboardEvent) => unknown;
export type Handlers = Partial<Record<Action, Handler>>;

interface Layer {
  order: number;
  latest: { current: Handlers };
}

const layers: Layer[] = [];
const order = { last: 0 };

export function useShortcuts(handlers: Handlers): void {
  // By rendering: of what appears together, effects of the inner parts would come first.
  const [order] = useState(nextOrder);
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => addLayer({ order, latest }), [order]);
}

function nextOrder(): number {
  order.last += 1;
  return order.last;
}

/** Exported for its test. Returns what takes it away again. */
export function addLayer(layer: Layer): () => void {
  layers.push(layer);
  layers.sort((one, other) => one.order - other.order);
  return () => {
    layers.splice(layers.indexOf(layer), 1);
  };
}

/** Do what a shortcut does. Returns whether anybody did it. */
export function runAction(action: Action, event?: KeyboardEvent): boolean {
  for (const { latest } of [...layers].reverse()) {
    const handler = latest.current[action];
    if (handler && handler(event) !== false) return true;
  }
  return false;
}

/** Whether anybody on this page would do it. */
export function isActionThere(action: Action): boolean {
  return layers.some(({ latest }) => latest.current[action] !== undefined);
}
