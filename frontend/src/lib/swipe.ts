// A finger across a row: how far the row follows, and what will happen. Pure.

export type SwipeSide = "start" | "end"; // towards which side the row moves

export interface Swipe {
  offset: number; // pixels the row has moved
  side: SwipeSide | null;
  isArmed: boolean; // letting go now does it
}

const SLACK = 12;
const ARMED = 72;
const FURTHEST = 120;

/** Return what a movement of the finger means; up and down is scrolling, not swiping. */
export function swipeOf(dx: number, dy: number): Swipe {
  const distance = Math.abs(dx);
  if (distance < SLACK || distance < Math.abs(dy)) {
    return { offset: 0, side: null, isArmed: false };
  }
  const reach = Math.min(distance - SLACK, FURTHEST);
  // Past the point of decision the row resists, which fingers understand.
  const eased = reach <= ARMED ? reach : ARMED + (reach - ARMED) / 3;
  return {
    offset: Math.sign(dx) * eased,
    side: dx > 0 ? "end" : "start",
    isArmed: reach >= ARMED,
  };
}

const PULL_ARMED = 64;

/** Return how far a list follows a finger that pulls it down from its top. */
export function pullOf(dy: number): { offset: number; isArmed: boolean } {
  const offset = Math.max(0, Math.min(96, (dy - SLACK) / 2));
  return { offset, isArmed: offset >= PULL_ARMED };
}
