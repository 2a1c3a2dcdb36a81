// What this device says about itself, for components to follow. Light: it comes with the app.
import { createShared } from "@/lib/shared-value";

export interface FillState {
  isRunning: boolean;
  done: number;
  total: number;
  problem: "full" | null; // the browser gives no more room
}

export const FILL_IDLE: FillState = { isRunning: false, done: 0, total: 0, problem: null };

export const fillState = createShared<FillState>(FILL_IDLE);
/** How many marks and notes wait to be sent. */
export const waitingCount = createShared(0);
/** How many the server did not take, last time. */
export const refusedCount = createShared(0);
/** Reloads the page with a new version; null: there is none. */
export const update = createShared<(() => void) | null>(null);
