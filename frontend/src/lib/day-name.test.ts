import { expect, test } from "vitest";
import { formatDayName } from "./day-name";
import { timeWords } from "./words-for-tests";

const at = (day: number, hour: number) => new Date(2025, 9, day, hour).getTime() * 1000;
const NOW = at(9, 13);

test.each([
  ["en", at(9, 0), "Today"],
  ["en", at(8, 23), "Yesterday"],
  ["pt-BR", at(9, 23), "Hoje"],
  ["pl", at(8, 0), "Wczoraj"],
  ["en", at(7, 12), "Tuesday, October 7"],
  ["pl", at(7, 12), "Wtorek, 7 października"],
  ["en", new Date(2024, 0, 2).getTime() * 1000, "Tuesday, January 2, 2024"],
])("%s %d is %s", (locale, when, name) =>
  expect(formatDayName(timeWords(locale), locale, when, NOW)).toBe(name),
);
