import { expect, test } from "vitest";
import {
  isSameTitle,
  isWorthShowing,
  readDeframed,
  readStoryMark,
  readSummary,
  restOfSummary,
} from "./entry-ai";

test.each([[{}], [{ summary: null }], [{ summary: "one line of a list" }]])(
  "an entry without a summary has none (%#)",
  (entry) => {
    expect(readSummary(entry)).toBeNull();
  },
);

test("a summary says its state, and why there is none", () => {
  const summary = readSummary({ summary: { state: "failed", reason: "No budget is left." } });
  expect(summary).toMatchObject({ state: "failed", reason: "No budget is left.", text: "" });
});

test("scores stay between nothing and all, and unknown ones are left out", () => {
  const deframed = readDeframed({
    deframed: {
      title: " Calm ",
      overall: 1.4,
      scores: { framing: -1, clickbait: 0.5, odd: 1 },
    },
  });
  expect(deframed).toMatchObject({
    state: "ready",
    title: "Calm",
    overall: 1,
    scores: { framing: 0, clickbait: 0.5 },
    facts: [],
  });
});

test("facts without a statement are left out", () => {
  const said = {
    facts: [{ fact: "It opened.", quote: "opened on Monday" }, { quote: "x" }, 3],
  };
  expect(readDeframed({ deframed: said })?.facts).toEqual([
    { fact: "It opened.", quote: "opened on Monday" },
  ]);
});

test.each([
  [{ story: { id: "s1", size: 4 } }, { id: "s1", size: 4 }],
  [{ story: { id: 7, size: 2 } }, { id: "7", size: 2 }],
  [{ story: { id: "s1", size: 1 } }, null],
  [{ story: null }, null],
  [{}, null],
])("a story is told by more than one (%#)", (entry, mark) => {
  expect(readStoryMark(entry)).toEqual(mark);
});

test.each([
  ["It opened.", "It opened. Many came.", "Many came."],
  ["It opened.", "It opened.", ""],
  ["It opened.", "On Monday it opened.", "On Monday it opened."],
  ["", "Many came.", "Many came."],
])("the first line is not said twice (%s, %s)", (oneLine, text, rest) => {
  expect(restOfSummary({ oneLine, text })).toBe(rest);
});

test.each([
  ["Ferry runs aground", "Ferry runs aground.", true],
  ["Ferry  runs aground", "ferry runs aground", true],
  ["Ferry runs aground", "Ferry runs aground!", false],
])("%s and %s are one title: %s", (one, other, same) => {
  expect(isSameTitle(one, other)).toBe(same);
});

test("sentences of a short text are not shown as its summary", () => {
  const excerpt = readSummary({ summary: { state: "ready", kind: "excerpt" } });
  const made = readSummary({ summary: { state: "ready", kind: "ai" } });
  if (!excerpt || !made) throw new Error("both are summaries");
  expect(isWorthShowing(excerpt, 1)).toBe(false);
  expect(isWorthShowing(excerpt, 9)).toBe(true);
  expect(isWorthShowing(made, 1)).toBe(true);
});
