import { expect, test } from "vitest";
import { dataReport, importReport } from "./import-report";

test("a list reports how many are new, how many were there, and which lines were bad", () => {
  const result = {
    feeds: 5,
    followed: 3,
    followed_before: 2,
    problems: [
      { line: 0, reason: "cut off" },
      { line: 7, reason: "no address" },
    ],
  };
  expect(importReport({ result })).toEqual({
    followed: 3,
    followedBefore: 2,
    problems: [
      { where: "", line: null, reason: "cut off" },
      { where: "", line: 7, reason: "no address" },
    ],
  });
});

test("addresses report what became of each", () => {
  const result = {
    followed: 2,
    failed: 1,
    items: [
      { url: "https://a.example", subscription_id: 1, title: "A", is_new: true, problem: "" },
      { url: "https://b.example", subscription_id: 2, title: "B", is_new: false, problem: "" },
      { url: "https://c.example", code: "NO_FEED", message: "There is no feed." },
    ],
  };
  expect(importReport({ result })).toEqual({
    followed: 1,
    followedBefore: 1,
    problems: [{ where: "https://c.example", line: null, reason: "There is no feed." }],
  });
});

test("an empty result is a report of nothing", () => {
  expect(importReport({ result: {} })).toEqual({
    followed: 0,
    followedBefore: 0,
    problems: [],
  });
  expect(dataReport({ result: {} })).toEqual({
    broughtIn: [],
    thereBefore: 0,
    refused: 0,
    problems: [],
    notes: [],
  });
});

test("what is not as it was is noted by its kind", () => {
  const result = {
    brought_in: { feed: 3, webhook: 1 },
    there_before: 0,
    refused: 0,
    problems: [],
    notes: ["Webhooks have new secrets here."],
  };
  expect(dataReport({ result }).notes).toEqual(["webhook"]);
  expect(dataReport({ result: { ...result, notes: [] } }).notes).toEqual([]);
});
