// The ledger of the AI as a plot: one value per day, days without use among them. Pure.

export interface LedgerLine {
  day: string; // 2025-10-09
  kind: string;
  calls: number;
  failures: number;
  cache_hits: number;
  tokens_in: number;
  tokens_out: number;
  price: number;
}

export interface LedgerDay {
  day: string;
  calls: number;
  tokens: number;
  tokensOut: number;
  price: number;
}

const DAY = 86_400_000;

/** Return the last `days` days up to `today` (as 2025-10-09), oldest first, none left out. */
export function ledgerDays(
  lines: readonly LedgerLine[],
  today: string,
  days: number,
): LedgerDay[] {
  const last = Date.parse(`${today}T00:00:00Z`);
  const all = Array.from({ length: days }, (_, index) => {
    const day = new Date(last - (days - 1 - index) * DAY).toISOString().slice(0, 10);
    return { day, calls: 0, tokens: 0, tokensOut: 0, price: 0 };
  });
  const byDay = new Map(all.map((one) => [one.day, one]));
  for (const line of lines) {
    const one = byDay.get(line.day);
    if (!one) continue;
    one.calls += line.calls;
    one.tokens += line.tokens_in + line.tokens_out;
    one.tokensOut += line.tokens_out;
    one.price += line.price;
  }
  return all;
}

/** Return a day as microseconds, for a date in the reader's language. */
export function dayMicroseconds(day: string): number {
  // Noon, so that no time zone makes it the day before.
  return Date.parse(`${day}T12:00:00Z`) * 1000;
}

export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
