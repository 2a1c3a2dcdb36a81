// The heading of a day in a list. Times are microseconds. Pure.
import { nearDay, type TimeWords } from "./ago";
import { daysBetween, kept } from "./format";

/** Return "Today" or "Yesterday" in the reader's language, else weekday and date. */
export function formatDayName(say: TimeWords, locale: string, at: number, now: number): string {
  const date = new Date(at / 1000);
  const days = daysBetween(now, at);
  if (days === 0 || days === -1) return capitalised(locale, nearDay(say, days));
  const isThisYear = date.getFullYear() === new Date(now / 1000).getFullYear();
  const named = kept(`weekday ${locale} ${isThisYear}`, () => weekday(locale, isThisYear));
  return capitalised(locale, named.format(date));
}

function weekday(locale: string, isThisYear: boolean) {
  return new Intl.DateTimeFormat(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(isThisYear ? {} : { year: "numeric" }),
  });
}

function capitalised(locale: string, text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
