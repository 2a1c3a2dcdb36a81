const PAUSE = 30_000;
const SOON = 2_000; // many feeds answer at once
// The server looks for stories once a minute: an entry that came may not be in one before.
const FOUND_WITHIN = 70_000;

/** How long to wait before the stories are loaded again, in milliseconds; null: they are
 * as new as what arrived. */
export function storiesWait(arrivedAt: number, askedAt: number, now: number): number | null {
  if (arrivedAt + FOUND_WITHIN <= askedAt) return null;
  return Math.max(SOON, askedAt + PAUSE - now);
}
