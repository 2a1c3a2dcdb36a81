import { expect, test } from "vitest";
import { isHopeless, isSameTitle, isWorthShowing, restOfSummary } from "./entry-ai";

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
  const summary = { kind: "excerpt", one_line: "The mayor was there." } as const;
  expect(isWorthShowing(summary, 1, "<p>Late.</p>")).toBe(false);
  expect(isWorthShowing(summary, 9, "<p>Late.</p>")).toBe(true);
  expect(isWorthShowing({ ...summary, kind: "ai" }, 1, "")).toBe(true);
});

test("sentences with which a text begins are not shown above it", () => {
  const summary = { kind: "excerpt", one_line: "The mayor was there." } as const;
  const html = "<p>The <b>mayor</b> was there.</p><p>So were others.</p>";
  expect(isWorthShowing(summary, 9, html)).toBe(false);
  expect(isWorthShowing({ ...summary, kind: "ai" }, 9, html)).toBe(true);
});

test("that a text is too short for a summary is not worth a word", () => {
  expect(isHopeless({ state: "failed", code: "no_text" })).toBe(true);
  expect(isHopeless({ state: "failed", code: "timeout" })).toBe(false);
  expect(isHopeless({ state: "ready", code: null })).toBe(false);
});
