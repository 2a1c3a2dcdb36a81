import { describe, expect, test } from "vitest";
import { byEntry, filterHighlights, highlightsMarkdown, shownColour } from "./highlights";

const mark = (id: string, entryId: number, quote: string, note = "", color = "yellow") => ({
  id,
  entry_id: entryId,
  quote,
  note,
  color,
  created_at: 0,
});
const MARKS = [
  mark("a", 1, "The bridge holds", "compare"),
  mark("b", 2, "It rained", "", "blue"),
  mark("c", 1, "Open on Monday", "", "orange"),
];
const SOURCES = new Map([
  [1, { title: "A [new] bridge", url: "https://a.example/b", feed: "City *News*" }],
  [2, { title: "Weather", url: null, feed: "" }],
]);
const ALL = { words: "", colour: "", onlyNotes: false };
const ids = (filter: Partial<typeof ALL>) =>
  filterHighlights(MARKS, SOURCES, { ...ALL, ...filter }).map((one) => one.id);

describe("filter", () => {
  test.each([
    [{}, ["a", "b", "c"]],
    [{ words: "BRIDGE holds" }, ["a"]],
    [{ words: "city" }, ["a", "c"]],
    [{ colour: "yellow" }, ["a", "c"]],
    [{ onlyNotes: true }, ["a"]],
    [{ words: "rained", colour: "pink" }, []],
  ])("%o leaves %o", (filter, left) => {
    expect(ids(filter)).toEqual(left);
  });
});

test("every colour of the server is shown as one of ours", () => {
  expect(["green", "orange", "purple", "new"].map(shownColour)).toEqual([
    "green",
    "yellow",
    "pink",
    "yellow",
  ]);
});

test("highlights of an entry are together, in the order of their newest", () => {
  expect(byEntry(MARKS).map((group) => group.map((one) => one.id))).toEqual([
    ["a", "c"],
    ["b"],
  ]);
});

test("as Markdown nothing in a text is taken for a sign", () => {
  expect(highlightsMarkdown(MARKS, SOURCES, "Highlights")).toBe(
    [
      "# Highlights",
      "## [A \\[new\\] bridge](<https://a.example/b>)",
      "City \\*News\\*",
      "> The bridge holds",
      "compare",
      "> Open on Monday",
      "## Weather",
      "> It rained\n",
    ].join("\n\n"),
  );
});
