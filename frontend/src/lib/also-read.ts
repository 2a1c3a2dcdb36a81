// "Read one, read all": which entries the server also read with a mark, so that whoever takes it
// back brings those back too, and no others. Pure: the memory goes in and comes out.
import type { Mark } from "./marks";

/** Entries that were marked as read together. */
export interface ReadMark {
  mark: Mark;
  at: number; // milliseconds
  remaining: readonly number[]; // those of the mark that were not taken back
  alsoRead: readonly number[] | null; // null: the server has not said yet
}

export interface Noted {
  known: readonly ReadMark[];
  back: readonly number[]; // to be marked as unread now
}

const MOST = 200;
/** Later, unread is meant of the one entry. */
const RIGHT_AFTER = 10 * 60_000;

/** Note that a mark is made. */
export function noteMark(known: readonly ReadMark[], mark: Mark, now: number): Noted {
  if (mark.kind !== "read") return { known, back: [] };
  const recent = known.filter((one) => now - one.at < RIGHT_AFTER);
  const named = new Set(mark.ids);
  const others = (ids: readonly number[]) => ids.filter((id) => !named.has(id));
  if (!mark.read) {
    return settled(recent.map((one) => ({ ...one, remaining: others(one.remaining) })));
  }
  // What is read for its own sake stays so, whatever it was also read with before.
  const kept = recent.map((one) => ({
    ...one,
    alsoRead: one.alsoRead && others(one.alsoRead),
  }));
  const made = { mark, at: now, remaining: mark.ids, alsoRead: null };
  return { known: [...kept, made].slice(-MOST), back: [] };
}

/** Note what the server also read with a mark; the same object that was noted before. */
export function noteAnswer(
  known: readonly ReadMark[],
  mark: Mark,
  alsoRead: readonly number[],
): Noted {
  return settled(known.map((one) => (one.mark === mark ? { ...one, alsoRead } : one)));
}

function settled(known: readonly ReadMark[]): Noted {
  const isBack = (one: ReadMark) => one.remaining.length === 0 && one.alsoRead !== null;
  return {
    known: known.filter((one) => !isBack(one) && one.alsoRead?.length !== 0),
    back: known.filter(isBack).flatMap((one) => one.alsoRead ?? []),
  };
}
