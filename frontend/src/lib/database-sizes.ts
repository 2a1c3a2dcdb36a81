// How the database grew, as a plot wants it. Pure.

export interface SizeOfDay {
  day: string; // 2025-10-09
  bytes: number;
}

const DAY = 86_400_000;

/** Return every day from the first to the last; one without a size has that of the day before. */
export function everyDay(sizes: readonly SizeOfDay[]): SizeOfDay[] {
  return sizes.flatMap((size, place) => {
    const next = sizes[place + 1];
    const days = next ? Math.round((noonOf(next.day) - noonOf(size.day)) / DAY) : 1;
    return Array.from({ length: days }, (_, after) => ({
      day: new Date(noonOf(size.day) + after * DAY).toISOString().slice(0, 10),
      bytes: size.bytes,
    }));
  });
}

function noonOf(day: string): number {
  return Date.parse(`${day}T12:00:00Z`);
}
