// Why what was asked of an AI does not come yet, as far as the installation knows. Pure.

export interface AiStanding {
  open_until: number | null;
  limited_until: number | null;
  day: { tokens: number; cap: number | null };
  month: { tokens: number; cap: number | null };
  own_key: boolean;
}

export type AiWait = { why: "paused"; until: number } | { why: "day" | "month" };

// What even a short entry may take. With less than that left, nobody is asked.
const LEAST_CALL = 2_000;

/** Return what everything waits for; null: it is under way. */
export function aiWait(standing: AiStanding | undefined, now: number): AiWait | null {
  // Whoever brings a key is not held up by what holds up the others.
  if (!standing || standing.own_key) return null;
  const until = Math.max(standing.open_until ?? 0, standing.limited_until ?? 0);
  if (until > now) return { why: "paused", until };
  if (isUsedUp(standing.month)) return { why: "month" };
  return isUsedUp(standing.day) ? { why: "day" } : null;
}

function isUsedUp({ tokens, cap }: AiStanding["day"]): boolean {
  return cap !== null && tokens + LEAST_CALL > cap;
}
