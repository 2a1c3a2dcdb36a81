import { expect, test } from "vitest";
import { rhythmOf } from "./rhythm";

const DAY = 86_400_000_000;
const NOW = 20_000 * DAY;
const ago = (...days: number[]) => days.map((day) => NOW - day * DAY);

test.each([
  [
    "ten in two days",
    ago(0, 0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.7, 2),
    { count: 5, per: "day" },
  ],
  ["two a week", ago(1, 5, 8, 12), { count: 2, per: "week" }],
  ["one in two months", ago(10, 60), { count: 1, per: "month" }],
  ["all within an hour", ago(0, 0.01, 0.02), { count: 3, per: "day" }],
  ["one date", ago(3), null],
  ["none", [null, null], null],
] as const)("%s", (_name, dates, expected) => {
  expect(rhythmOf(dates, NOW)).toEqual(expected);
});

test("dates far in the future say nothing", () => {
  expect(rhythmOf([NOW + 400 * DAY, NOW - DAY], NOW)).toBeNull();
});
