import { expect, test } from "vitest";
import { rhythmOf } from "./rhythm";

test.each([
  ["many a day", 42.4, { count: 42, per: "day" }],
  ["one a day", 1, { count: 1, per: "day" }],
  ["two a week", 2 / 7, { count: 2, per: "week" }],
  ["one in two months", 1 / 60, { count: 1, per: "month" }],
  ["unknown", null, null],
] as const)("%s", (_name, perDay, expected) => {
  expect(rhythmOf(perDay)).toEqual(expected);
});
