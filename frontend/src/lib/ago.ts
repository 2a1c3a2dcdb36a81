// Times near now, in our own words: the browser's first formatter takes longer to make than
// a list takes to render. Times are microseconds. Pure.
import { daysBetween, formatDay } from "./format";
import type { Say } from "./messages";

export type TimeWords = Say<typeof import("@/messages/en/time").default>;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const NEAR = ["twoDaysAgo", "yesterday", "today", "tomorrow", "inTwoDays"] as const;

/** Return "3 min. ago" or "in 2 hr."; past a week, the date. */
export function formatAgo(say: TimeWords, locale: string, at: number, now: number): string {
  const seconds = Math.round((at - now) / 1_000_000);
  const isPast = seconds < 0;
  const span = Math.abs(seconds);
  if (span < MINUTE) return say("now");
  if (span < HOUR) {
    return say(isPast ? "minutesAgo" : "inMinutes", { number: Math.trunc(span / MINUTE) });
  }
  if (span < DAY) {
    return say(isPast ? "hoursAgo" : "inHours", { number: Math.trunc(span / HOUR) });
  }
  // By the calendar, as the headings of a list count: 30 hours may be two days ago.
  if (span < WEEK) return nearDay(say, daysBetween(now, at));
  return formatDay(locale, at, now);
}

/** Return the name of a day by how many days it is from today: "yesterday", "in 3 days". */
export function nearDay(say: TimeWords, days: number): string {
  const name = NEAR[days + 2];
  if (name) return say(name);
  return say(days < 0 ? "daysAgo" : "inDays", { number: Math.abs(days) });
}
