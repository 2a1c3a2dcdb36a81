import { expect, test } from "vitest";
import { formatAgo, formatBytes, formatCount, minutesAt } from "./format";
import { DEFAULTS } from "./preferences";

const NOW = Date.UTC(2026, 4, 20, 12) * 1000;
const SECOND = 1_000_000;

test.each([
  [0, "now"],
  [-3 * 60, "3 min. ago"],
  [-2 * 3600, "2 hr. ago"],
  [-24 * 3600, "yesterday"],
  [-37 * 3600, "2 days ago"],
  [30 * 3600, "tomorrow"],
  [2 * 3600, "in 2 hr."],
  [-30 * 24 * 3600, "Apr 20"],
  [-400 * 24 * 3600, "Apr 15, 2025"],
])("%d seconds from now reads %s", (seconds, text) => {
  expect(formatAgo("en", NOW + seconds * SECOND, NOW)).toBe(text);
});

test("sizes step by a thousand, in the reader's language", () => {
  expect(formatBytes("en", 0)).toBe("0 bytes");
  expect(formatBytes("en", 1500)).toBe("1.5 kB");
  expect(formatBytes("pt-BR", 2_340_000)).toBe("2,3 MB");
});

test("large counts are short", () => {
  expect(formatCount("en", 999)).toBe("999");
  expect(formatCount("en", 1234)).toBe("1.2K");
});

test.each([
  [230, 6, 6],
  [115, 6, 12],
  [460, 6, 3],
  [1000, 2, 1],
  [60, 1, 1],
  [230, null, null],
])("at %d words a minute, %j usual minutes are %j", (speed, minutes, own) => {
  expect(minutesAt(speed, minutes)).toBe(own);
});

test("whoever has chosen nothing sees what the server says", () => {
  expect(minutesAt(DEFAULTS.wordsPerMinute, 17)).toBe(17);
});
