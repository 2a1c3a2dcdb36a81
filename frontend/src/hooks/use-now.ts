import { useSyncExternalStore } from "react";

const MINUTE = 60_000;

/** The time in microseconds, to the minute: enough for "3 min ago", and one timer for all. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, currentMinute) * 1000;
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE) * MINUTE + MINUTE / 2;
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, MINUTE / 2);
  return () => clearInterval(timer);
}
