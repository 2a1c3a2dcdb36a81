import { expect, test } from "vitest";
import { bestMatches, fuzzyScore } from "./fuzzy";

const NAMES = ["The Hacker News", "Hacker News", "Heise Newsticker", "Gazeta Łódzka", "xkcd"];
const find = (typed: string) => bestMatches(typed, NAMES, (name) => name, 10);

test.each([
  ["hn", "Hacker News"],
  ["news", "Hacker News"],
  ["lodz", "Gazeta Łódzka"],
  ["xk", "xkcd"],
  ["heti", "Heise Newsticker"],
])("%s finds %s first", (typed, expected) => expect(find(typed)[0]).toBe(expected));

test("what is not there in order does not match", () => {
  expect(fuzzyScore("wen", "news")).toBeNull();
  expect(find("zzz")).toEqual([]);
});

test("words in their order beat scattered letters", () => {
  const names = ["Nature and Environment With Stories", "News"];
  expect(bestMatches("news", names, (name) => name, 1)).toEqual(["News"]);
});

test("nothing typed keeps the order", () => {
  expect(bestMatches(" ", NAMES, (name) => name, 2)).toEqual(NAMES.slice(0, 2));
});

test("a long name and many equal letters are no trouble", () => {
  expect(fuzzyScore("aaaaaaaa", "a".repeat(400))).not.toBeNull();
});
