import { describe, expect, test } from "vitest";
import en from "@/messages/en/time";
import pl from "@/messages/pl/time";
import portuguese from "@/messages/pt-BR/time";
import { formatAgo, nearDay, type TimeWords } from "./ago";
import { formatMessage, type Messages } from "./messages";

const SECOND = 1_000_000;
const NOW = Date.UTC(2026, 4, 20, 12) * 1000;
const LANGUAGES: [string, Messages][] = [
  ["en", en],
  ["pt-BR", portuguese],
  ["pl", pl],
];

function wordsOf(locale: string, messages: Messages): TimeWords {
  return ((key: string, values?: Record<string, string | number>) =>
    formatMessage(locale, messages[key] ?? "", values)) as TimeWords;
}

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
  expect(formatAgo(wordsOf("en", en), "en", NOW + seconds * SECOND, NOW)).toBe(text);
});

describe.each(LANGUAGES)("in %s", (locale, messages) => {
  const say = wordsOf(locale, messages);
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
