// The heading of a day in a list. Times are microseconds. Pure.
import { daysBetween } from "./format";

/** Return "Today" or "Yesterday" in the reader's language, else weekday and date. */
export function formatDayName(locale: string, at: number, now: number): string {
  const date = new Date(at / 1000);
  const days = daysBetween(now, at);
  if (days === 0 || days === -1) {
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
    return capitalised(locale, relative.format(days, "day"));
  }
  const isThisYear = date.getFullYear() === new Date(now / 1000).getFullYear();
  const named = new Intl.DateTimeFormat(locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    ...(isThisYear ? {} : { year: "numeric" }),
  });
  return capitalised(locale, named.format(date));
}

function capitalised(locale: string, text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
