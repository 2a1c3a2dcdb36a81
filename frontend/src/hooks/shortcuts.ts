// Shortcuts: `useShortcuts({ toggleStar: () => … })`. What was added last hears first; a
// handler that answers `false` leaves the key to the others and to the browser.
import { useEffect, useLayoutEffect, useRef } from "react";
import type { Action } from "@/lib/keymap";

type Handler = (event?: KeyboardEvent) => unknown;
export type Handlers = Partial<Record<Action, Handler>>;

const layers: { current: Handlers }[] = [];

export function useShortcuts(handlers: Handlers): void {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    layers.push(latest);
    return () => {
      layers.splice(layers.indexOf(latest), 1);
    };
  }, []);
}

/** Do what a shortcut does. Returns whether anybody did it. */
export function runAction(action: Action, event?: KeyboardEvent): boolean {
  for (const { current } of [...layers].reverse()) {
    const handler = current[action];
    if (handler && handler(event) !== false) return true;
  }
  return false;
}

/** Whether anybody on this page would do it. */
export function isActionThere(action: Action): boolean {
  return layers.some(({ current }) => current[action] !== undefined);
}
