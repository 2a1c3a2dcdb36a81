// Dates, spans, numbers and sizes in the reader's language. Times are microseconds. Pure.

const DAY = 24 * 60 * 60 * 1000;
// Up to 999 and one place: languages differ in the mark alone.
const SMALL = /^\d{1,3}(\.\d)?$/;
const MARKS: Record<string, string> = { en: ".", "pt-BR": ",", pl: "," };
// Words a minute that the server reckons with.
const SERVERS_SPEED = 230;
const UNITS = ["", "kB", "MB", "GB", "TB"]; // the same in all our languages

/** Return how many midnights lie between two times; less than none if the second is earlier. */
export function daysBetween(from: number, to: number): number {
  return Math.round((midnight(dateOf(to)) - midnight(dateOf(from))) / DAY);
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
  // The first formatter takes long to make, and most numbers are small.
  const plain = String(value);
  const mark = MARKS[locale];
  if (mark && SMALL.test(plain)) return plain.replace(".", mark);
  return kept(`number ${locale}`, () => new Intl.NumberFormat(locale)).format(value);
}

/** Return a count for a small place: 999, then 1.2K. */
export function formatCount(locale: string, value: number): string {
  // Few counts are larger.
  if (Math.abs(value) < 1000) return formatNumber(locale, Math.round(value * 10) / 10);
  const make = () =>
    new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  return kept(`count ${locale}`, make).format(value);
}

export function formatBytes(locale: string, bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  // To make a formatter for units takes longer than to render a page.
  if (step > 0) {
    const tenths = Math.round((10 * bytes) / 1000 ** step) / 10;
    return `${formatNumber(locale, tenths)} ${UNITS[step]}`;
  }
  // Short, English would say "0 byte".
  const words = { style: "unit", unit: "byte", unitDisplay: "long" } as const;
  return new Intl.NumberFormat(locale, words).format(bytes);
}

/** Return how long a text takes at the reader's own speed, from the server's minutes. */
export function minutesAt(wordsPerMinute: number, minutes: number | null): number | null {
  // A minute is also what the server says of a few words: short stays short.
  if (minutes === null || minutes <= 1) return minutes;
  return Math.max(1, Math.round((minutes * SERVERS_SPEED) / wordsPerMinute));
}

// Making a formatter takes longer than rendering a row of a list.
const formatters = new Map<string, unknown>();

export function kept<Formatter>(name: string, make: () => Formatter): Formatter {
  const known = formatters.get(name) as Formatter | undefined;
  if (known) return known;
  const made = make();
  formatters.set(name, made);
  return made;
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
