// The log of the clean-ups as a plot and a table. Pure.

export interface CleanUpLine {
  id: string;
  at: number;
  took: number;
  removed: Record<string, number | string>;
}

/** Return how much of one thing a clean-up removed; the log also has words in it. */
export function removedOf(line: CleanUpLine, what: string): number {
  const value = line.removed[what];
  return typeof value === "number" ? value : 0;
}

/** Return the newest `most` clean-ups, oldest first, as a plot wants them. */
export function plottedCleanUps(
  lines: readonly CleanUpLine[],
  most: number,
): { at: number; entries: number; unread: number }[] {
  return lines
    .slice(0, most)
    .map((line) => ({
      at: line.at,
      entries: removedOf(line, "entries"),
      unread: removedOf(line, "unread_entries"),
    }))
    .reverse();
}
