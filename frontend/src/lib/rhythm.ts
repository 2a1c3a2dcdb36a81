// How often a feed has something new, judged by its last entries. Pure; microseconds.

const DAY = 86_400_000_000;
const MONTH_DAYS = 30;

export interface Rhythm {
  count: number;
  per: "day" | "week" | "month";
}

/** Return about how often something new comes; null: too few dates to say. */
export function rhythmOf(dates: readonly (number | null)[], now: number): Rhythm | null {
  const known = dates.filter((date): date is number => date !== null && date <= now + DAY);
  if (known.length < 2) return null;
  const span = now - Math.min(...known);
  if (span <= 0) return null;
  const perDay = known.length / Math.max(1, span / DAY);
  if (perDay >= 1) return { count: Math.round(perDay), per: "day" };
  if (perDay * 7 >= 1) return { count: Math.round(perDay * 7), per: "week" };
  return { count: Math.max(1, Math.round(perDay * MONTH_DAYS)), per: "month" };
}
