// For what need not be done now. Pure but for the browser's own clock.

const LONGEST = 2_000;

/** Call back when there is nothing else to do, but not much later. Return what ends it. */
export function whenIdle(callback: () => void): () => void {
  if (!("requestIdleCallback" in globalThis)) {
    const timer = setTimeout(callback, LONGEST / 10);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: LONGEST });
  return () => cancelIdleCallback(handle);
}
