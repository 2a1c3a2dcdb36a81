import { describe, expect, test } from "vitest";
import { narrowed, pieceAt, suggestionsFor, takeSuggestion } from "./search-query";

const NAMES = {
  feed: ["Hacker News", "xkcd", "Gazeta Łódzka"],
  folder: ["Science", "News"],
  tag: ["to read"],
  lang: ["en", "pt-BR"],
};
const inserts = (text: string, caret = text.length) =>
  suggestionsFor(text, caret, NAMES, 5).map((one) => one.insert);

describe("the piece at the caret", () => {
  test.each([
    ["rust lang", 9, "lang"],
    ["rust ", 5, ""],
    ['feed:"Hacker Ne', 15, 'feed:"Hacker Ne'],
    ["rust lang", 4, "rust"],
  ])("%s at %d", (text, caret, piece) => expect(pieceAt(text, caret).text).toBe(piece));
});

describe("suggestions", () => {
  test.each([
    ["ti", ["title:"]],
    ["has:vi", ["has:video"]],
    ["newer:7", ["newer:7d"]],
    ["in:news", ["in:News", 'in:"Hacker News"']],
    ["title:(feed:xk", []],
    ["-ta", ["-tag:"]],
    ["rust fe", ["feed:"]],
    ["feed:ha", ['feed:"Hacker News"']],
    ['feed:"hacker n', ['feed:"Hacker News"']],
    ["feed:lodz", ['feed:"Gazeta Łódzka"']],
    ["-feed:xk", ["-feed:xkcd"]],
    ["is:", ["is:unread", "is:read", "is:starred"]],
    ["is:unread", []],
    ["lang:pt", ['lang:"pt-BR"']],
    ["title:word", []],
    ["", []],
    ["qqq", []],
  ])("for %s", (text, expected) => expect(inserts(text)).toEqual(expected));
});

test.each([
  ["a OR b", ["is:unread"], "is:unread (a OR b)"],
  ["a", [], "a"],
  ["", ["is:unread"], "is:unread"],
  ["a) OR (b", ["feed:#7"], "feed:#7 (a  OR (b))"],
  ['"a) OR b', ["feed:#7", "is:unread"], 'feed:#7 is:unread ("a) OR b")'],
])("%s narrowed by %o is %s", (query, terms, expected) => {
  expect(narrowed(query, terms)).toBe(expected);
});

test("a taken suggestion replaces its piece, and typing goes on behind it", () => {
  const take = (text: string, caret: number, insert: string) =>
    takeSuggestion(text, caret, { insert, kind: "operator" });
  expect(take("rust fe", 7, "feed:")).toEqual({ text: "rust feed:", caret: 10 });
  expect(take("feed:xk rust", 7, "feed:xkcd")).toEqual({ text: "feed:xkcd rust", caret: 9 });
  expect(take("is:un", 5, "is:unread")).toEqual({ text: "is:unread ", caret: 10 });
});
