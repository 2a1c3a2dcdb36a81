// How often a feed has something new, in the words that people use. Pure.

const MONTH_DAYS = 30;

export interface Rhythm {
  count: number;
  per: "day" | "week" | "month";
}

/** Return about how often something new comes; null: nobody can say. */
export function rhythmOf(perDay: number | null): Rhythm | null {
  if (perDay === null) return null;
  if (perDay >= 1) return { count: Math.round(perDay), per: "day" };
  if (perDay * 7 >= 1) return { count: Math.round(perDay * 7), per: "week" };
  return { count: Math.max(1, Math.round(perDay * MONTH_DAYS)), per: "month" };
}
