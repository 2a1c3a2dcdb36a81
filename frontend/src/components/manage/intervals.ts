// How often feeds may be checked, and how to say it. Microseconds, as the API has them.
import { useMessages } from "@/lib/i18n";

const MINUTE = 60_000_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const INTERVALS = [
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  7 * DAY,
] as const;
export const BULK_INTERVALS: readonly (number | null)[] = [null, 30 * MINUTE, 3 * HOUR, DAY];

/** Returns how to say an interval; null: the feed's own rhythm. */
export function useIntervalText(): (interval: number | null) => string {
  const say = useMessages("manage");
  return (interval) => {
    if (interval === null) return say("interval_auto");
    if (interval % DAY === 0) return say("interval_days", { count: interval / DAY });
    if (interval % HOUR === 0) return say("interval_hours", { count: interval / HOUR });
    return say("interval_minutes", { count: Math.round(interval / MINUTE) });
  };
}
