// Dates, spans, numbers and sizes in the reader's language. Times are microseconds. Pure.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const STEPS: readonly [number, number, Intl.RelativeTimeFormatUnit][] = [
  [HOUR, MINUTE, "minute"],
  [DAY, HOUR, "hour"],
];
// Words a minute that the server reckons with.
const SERVERS_SPEED = 230;
const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** Return "3 min. ago" or "in 2 hr."; past a week, the date. */
export function formatAgo(locale: string, at: number, now: number): string {
  const seconds = Math.round((at - now) / 1_000_000);
  const relative = kept(`ago ${locale}`, () => shortAgo(locale));
  if (Math.abs(seconds) < MINUTE) return relative.format(0, "second");
  for (const [below, size, unit] of STEPS) {
    if (Math.abs(seconds) < below) return relative.format(Math.trunc(seconds / size), unit);
  }
  // By the calendar, as the headings of a list count: 30 hours may be two days ago.
  if (Math.abs(seconds) < WEEK) return relative.format(daysBetween(now, at), "day");
  return formatDay(locale, at, now);
}

/** Return how many midnights lie between two times; less than none if the second is earlier. */
export function daysBetween(from: number, to: number): number {
  return Math.round((midnight(dateOf(to)) - midnight(dateOf(from))) / (1000 * DAY));
}

function midnight(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}

/** Return the day, with its year only when it is another year. */
export function formatDay(locale: string, at: number, now: number): string {
  const sameYear = dateOf(at).getFullYear() === dateOf(now).getFullYear();
  const parts: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };
  const name = `day ${locale} ${sameYear}`;
  const make = () =>
    new Intl.DateTimeFormat(locale, sameYear ? parts : { ...parts, year: "numeric" });
  return kept(name, make).format(dateOf(at));
}

export function formatDateTime(locale: string, at: number): string {
  const full = kept(`full ${locale}`, () => fullTime(locale));
  return full.format(dateOf(at));
}

export function formatNumber(locale: string, value: number): string {
  return kept(`number ${locale}`, () => new Intl.NumberFormat(locale)).format(value);
}

/** Return a count for a small place: 999, then 1.2K. */
export function formatCount(locale: string, value: number): string {
  // Few counts are larger, and the first formatter of a kind takes long to make.
  if (Math.abs(value) < 1000) return formatNumber(locale, Math.round(value * 10) / 10);
  const make = () =>
    new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  return kept(`count ${locale}`, make).format(value);
}

export function formatBytes(locale: string, bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: UNITS[step] ?? "byte",
    // Short, English would say "0 byte".
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step);
}

/** Return how long a text takes at the reader's own speed, from the server's minutes. */
export function minutesAt(wordsPerMinute: number, minutes: number | null): number | null {
  // A minute is also what the server says of a few words: short stays short.
  if (minutes === null || minutes <= 1) return minutes;
  return Math.max(1, Math.round((minutes * SERVERS_SPEED) / wordsPerMinute));
}

// Making a formatter takes longer than drawing a row of a list.
const formatters = new Map<string, unknown>();

export function kept<Formatter>(name: string, make: () => Formatter): Formatter {
  const known = formatters.get(name) as Formatter | undefined;
  if (known) return known;
  const made = make();
  formatters.set(name, made);
  return made;
}

function shortAgo(locale: string) {
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
}

function fullTime(locale: string) {
  return new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" });
}

export function isoTime(at: number): string {
  return dateOf(at).toISOString();
}

function dateOf(microseconds: number): Date {
  return new Date(microseconds / 1000);
}
