import { expect, test } from "vitest";
import { isSameTitle, isWorthShowing, restOfSummary } from "./entry-ai";

test.each([
  ["It opened.", "It opened. Many came.", "Many came."],
  ["It opened.", "It opened.", ""],
  ["It opened.", "On Monday it opened.", "On Monday it opened."],
  ["", "Many came.", "Many came."],
])("the first line is not said twice (%s, %s)", (one_line, text, rest) => {
  expect(restOfSummary({ one_line, text })).toBe(rest);
});

test.each([
  ["Ferry runs aground", "Ferry runs aground.", true],
  ["Ferry  runs aground", "ferry runs aground", true],
  ["Ferry runs aground", "Ferry runs aground!", false],
])("%s and %s are one title: %s", (one, other, same) => {
  expect(isSameTitle(one, other)).toBe(same);
});

test("sentences of a short text are not shown as its summary", () => {
  expect(isWorthShowing({ kind: "excerpt" }, 1)).toBe(false);
  expect(isWorthShowing({ kind: "excerpt" }, 9)).toBe(true);
  expect(isWorthShowing({ kind: "ai" }, 1)).toBe(true);
});
