import { expect, test } from "vitest";
import { dayOf, type LedgerLine, ledgerDays } from "./ledger";

const LINE: LedgerLine = {
  day: "2025-10-09",
  kind: "summary",
  calls: 2,
  failures: 0,
  cache_hits: 1,
  tokens_in: 100,
  tokens_out: 10,
  price: 0.5,
};

test("days without use are plotted as zero", () => {
  const days = ledgerDays([LINE], "2025-10-10", 3);
  expect(days.map((one) => [one.day, one.tokens])).toEqual([
    ["2025-10-08", 0],
    ["2025-10-09", 110],
    ["2025-10-10", 0],
  ]);
});

test("kinds and feeds of one day are one bar", () => {
  const days = ledgerDays([LINE, { ...LINE, kind: "deframe" }], "2025-10-09", 1);
  expect(days[0]).toMatchObject({ calls: 4, tokens: 220, tokensOut: 20, price: 1 });
});

test("what is older than the plot is left out", () => {
  expect(ledgerDays([LINE], "2025-12-01", 2).every((one) => one.tokens === 0)).toBe(true);
});

test("a month has all its days over the change of the clock", () => {
  const days = ledgerDays([], "2025-11-05", 31).map((one) => one.day);
  expect(new Set(days).size).toBe(31);
  expect(days[0]).toBe("2025-10-06");
  expect(dayOf(0)).toBe("1970-01-01");
});
