import { useEffect, useState } from "react";
import { ApiError } from "@/api/errors";

/** How many seconds are left until the server listens again; 0: it does now. */
export function useCountdown(error: unknown): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    const wait = error instanceof ApiError && error.status === 429 ? error.retryAfter : null;
    const until = Date.now() + (wait ?? 0) * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    if (wait === null) return;
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [error]);
  return left;
}
