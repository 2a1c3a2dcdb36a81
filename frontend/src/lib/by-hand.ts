// Whether a list is being scrolled by the reader's own hand. Times in milliseconds go in.

const REACH = 2_000; // a wheel or a finger starts what comes so soon after it
const UNBROKEN = 150;

export interface Hand {
  moves: (now: number) => void;
  letsGo: () => void;
  /** The list has moved, whoever did it. */
  scrolled: (now: number) => void;
  isMoving: (now: number) => boolean;
}

export function createHand(): Hand {
  let movedAt = Number.NEGATIVE_INFINITY;
  let scrolledAt = Number.NEGATIVE_INFINITY;
  const isMoving = (now: number) => now - movedAt < REACH;
  return {
    moves: (now) => {
      movedAt = now;
    },
    letsGo: () => {
      movedAt = Number.NEGATIVE_INFINITY;
    },
    scrolled: (now) => {
      // A list that was thrown, or a scroll bar that is held, may move for long.
      if (now - scrolledAt < UNBROKEN && isMoving(now)) movedAt = now;
      scrolledAt = now;
    },
    isMoving,
  };
}
