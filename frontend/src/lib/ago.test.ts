import { describe, expect, test } from "vitest";
import { formatAgo, nearDay } from "./ago";
import { timeWords } from "./words-for-tests";

const SECOND = 1_000_000;
const NOW = Date.UTC(2026, 4, 20, 12) * 1000;

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
  expect(formatAgo(timeWords("en"), "en", NOW + seconds * SECOND, NOW)).toBe(text);
});

describe.each(["en", "pt-BR", "pl"])("in %s", (locale) => {
  const say = timeWords(locale);
  const browsers = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
  const ago = (seconds: number) => formatAgo(say, locale, NOW + seconds * SECOND, NOW);

  test("minutes and hours are said as browsers say them", () => {
    expect(ago(30)).toBe(browsers.format(0, "second"));
    for (let count = 1; count < 60; count += 1) {
      expect(ago(-60 * count)).toBe(browsers.format(-count, "minute"));
      expect(ago(60 * count)).toBe(browsers.format(count, "minute"));
    }
    for (let count = 1; count < 24; count += 1) {
      expect(ago(-3600 * count)).toBe(browsers.format(-count, "hour"));
      expect(ago(3600 * count)).toBe(browsers.format(count, "hour"));
    }
  });

  test("days are said as browsers say them", () => {
    for (let days = -7; days <= 7; days += 1) {
      expect(nearDay(say, days)).toBe(browsers.format(days, "day"));
    }
  });
});
