import { useEffect, useState } from "react";

// A held key comes about every 33 milliseconds, a quick finger about every 100.
const PAUSE = 80;

/** Returns whether a value stays: false while it changes as quickly as a held key does. */
export function useIsSteady(value: unknown): boolean {
  const [last, setLast] = useState(() => ({ value, at: performance.now(), isSteady: true }));
  if (last.value !== value) {
    const at = performance.now();
    setLast({ value, at, isSteady: at - last.at >= PAUSE });
  }
  useEffect(() => {
    if (last.isSteady) return;
    const timer = setTimeout(() => setLast({ ...last, isSteady: true }), PAUSE);
    return () => clearTimeout(timer);
  }, [last]);
  return last.isSteady;
}
