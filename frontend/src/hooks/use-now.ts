import { useSyncExternalStore } from "react";

const MINUTE = 60_000;

const listeners = new Set<() => void>();
// Runs while anybody listens.
const clock: { timer?: ReturnType<typeof setInterval> | undefined } = {};

/** The time in microseconds, to the minute: enough for "3 min ago", and one timer for all. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, currentMinute) * 1000;
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE) * MINUTE + MINUTE / 2;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  clock.timer ??= setInterval(notify, MINUTE / 2);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(clock.timer);
    clock.timer = undefined;
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}
