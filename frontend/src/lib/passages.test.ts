import { describe, expect, test } from "vitest";
import { findPassage, flatten, passageAt, piecesOf, remaining, spanOf } from "./passages";

const RUNS = [
  { text: "  The old\n bridge ", apart: true },
  { text: "holds", apart: false },
  { text: ".", apart: false },
  { text: "We are happy.", apart: true },
];
const TEXT = "The old bridge holds. We are happy.";

describe("flat text", () => {
  test("it has single spaces, and one where a block begins", () => {
    expect(flatten(RUNS).text).toBe(TEXT);
  });

  test("each letter remembers where it came from", () => {
    const flat = flatten(RUNS);
    const at = flat.text.indexOf("holds");
    expect([flat.runs[at], flat.offsets[at]]).toEqual([1, 0]);
  });

  test("a selection becomes a span without spaces at its ends", () => {
    const flat = flatten(RUNS);
    const span = spanOf(flat, { run: 0, offset: 9 }, { run: 1, offset: 5 });
    expect(span && flat.text.slice(span.start, span.end)).toBe("bridge holds");
  });

  test("a selection of nothing but space is nothing", () => {
    expect(spanOf(flatten(RUNS), { run: 0, offset: 0 }, { run: 0, offset: 2 })).toBeNull();
  });

  test("space between elements belongs to a piece, space between blocks to none", () => {
    const runs = [
      { text: "See", apart: true },
      { text: " the bridge", apart: false },
      { text: "\n  ", apart: true },
      { text: "Again", apart: true },
    ];
    const flat = flatten(runs);
    const pieces = piecesOf(flat, { start: 0, end: flat.text.length });
    const texts = pieces.map((one) => runs[one.run]?.text.slice(one.start, one.end));
    expect(texts).toEqual(["See", " the bridge", "Again"]);
  });

  test("a span over several runs is cut into one piece for each", () => {
    const flat = flatten(RUNS);
    const start = flat.text.indexOf("bridge");
    const pieces = piecesOf(flat, { start, end: flat.text.indexOf("are") - 1 });
    const texts = pieces.map((one) => RUNS[one.run]?.text.slice(one.start, one.end));
    expect(texts).toEqual(["bridge ", "holds", ".", "We"]);
  });
});

describe("finding a passage again", () => {
  test.each([
    ["bridge holds", 15],
    ["happy.", 3],
    ["The", 0],
    ["", 0],
  ])("what was marked (%s) is found where it was", (quote) => {
    const start = TEXT.indexOf(quote);
    const passage = passageAt(TEXT, { start, end: start + quote.length });
    const expected = quote === "" ? null : { start, end: start + quote.length };
    expect(findPassage(TEXT, passage)).toEqual(expected);
  });

  test("of two equal passages, the surrounding text decides which", () => {
    const text = "red: yes, it rained a lot. blue: yes, it rained a lot. end";
    const start = text.lastIndexOf("yes, it rained a lot");
    const passage = passageAt(text, { start, end: start + 20 });
    expect(findPassage(text, { ...passage, position: 0 })?.start).toBe(start);
  });

  test("where all around is equal, the nearer one counts", () => {
    const passage = {
      quote: "again and again and again",
      prefix: "",
      suffix: "",
      position: 60,
    };
    const text = `${passage.quote} ${"x".repeat(30)} ${passage.quote}`;
    expect(findPassage(text, passage)?.start).toBe(text.lastIndexOf(passage.quote));
  });

  test("a short quote in other company is not believed", () => {
    const passage = { quote: "the", prefix: "opened ", suffix: " gate", position: 0 };
    expect(findPassage("in the end", passage)).toBeNull();
  });

  test("line ends in the quote are spaces in the text", () => {
    const passage = { quote: "holds.\nWe are", prefix: "", suffix: "", position: 0 };
    expect(findPassage(TEXT, { ...passage, suffix: " happy" })?.start).toBe(15);
  });

  test("positions count characters, whatever they are made of", () => {
    const text = "🦊🦊🦊 a fox is a fox";
    expect(passageAt(text, { start: 7, end: 12 }).position).toBe(4);
  });

  test("every stretch of a text is found where it was taken", () => {
    const text = "one two one two one two three one two four one";
    for (let start = 0; start < text.length; start += 1) {
      for (let end = start + 1; end <= text.length; end += 1) {
        if (text[start] === " " || text[end - 1] === " ") continue;
        expect(findPassage(text, passageAt(text, { start, end }))).toEqual({ start, end });
      }
    }
  });
});

test.each([
  [[], [[0, 10]]],
  [
    [[3, 5]],
    [
      [0, 3],
      [5, 10],
    ],
  ],
  [[[0, 4]], [[4, 10]]],
  [[[0, 10]], []],
  [
    [
      [8, 20],
      [2, 4],
    ],
    [
      [0, 2],
      [4, 8],
    ],
  ],
  [[[12, 20]], [[0, 10]]],
])("a span without %j is %j", (taken, left) => {
  const spans = taken.map(([start = 0, end = 0]) => ({ start, end }));
  const found = remaining({ start: 0, end: 10 }, spans);
  expect(found.map((one) => [one.start, one.end])).toEqual(left);
});
