import { expect, test } from "vitest";
import type { components } from "@/api/schema";
import {
  type DraftCondition,
  draftFrom,
  draftOf,
  NEW_RULE,
  readSource,
  readyCondition,
  readyRule,
  stepped,
  withField,
  wordsOfTitle,
} from "./rule-draft";

const condition = (more: Partial<DraftCondition>): DraftCondition => ({
  key: 1,
  field: "title",
  operator: "contains",
  value: "",
  ...more,
});

test.each([
  [{ value: " sponsored " }, { field: "title", operator: "contains", value: "sponsored" }],
  [{ value: "  " }, null],
  [
    { operator: "is_one_of", value: "a, b,," },
    { field: "title", operator: "is_one_of", value: ["a", "b"] },
  ],
  [{ value: "one, two" }, { field: "title", operator: "contains", value: "one, two" }],
  [
    { field: "feed", operator: "equals", value: "7" },
    { field: "feed", operator: "equals", value: 7 },
  ],
  [
    { field: "folder", operator: "is_one_of", value: "7, 9" },
    { field: "folder", operator: "is_one_of", value: [7, 9] },
  ],
  [{ field: "feed", operator: "equals", value: "x" }, null],
  [
    { field: "score", operator: "above", value: "62,5" },
    { field: "score", operator: "above", value: 0.625 },
  ],
  [{ field: "score", operator: "above", value: "101" }, null],
] as const)("%o is ready as %o", (draft, expected) => {
  expect(readyCondition(condition(draft))).toEqual(expected);
});

test("another field takes what fits along", () => {
  const text = condition({ operator: "matches", value: "*ad*" });
  expect(withField(text, "author")).toEqual({ ...text, field: "author" });
  expect(withField(text, "feed")).toEqual({
    ...text,
    field: "feed",
    operator: "equals",
    value: "",
  });
  const feed = condition({ field: "feed", operator: "is_one_of", value: "7" });
  expect(withField(feed, "folder")).toMatchObject({ operator: "is_one_of", value: "" });
});

test("a new rule is not ready until it has a name and words", () => {
  expect(readyRule(NEW_RULE, true)).toBeNull();
  const named = { ...NEW_RULE, name: "Ads", conditions: [condition({ value: "ad" })] };
  expect(readyRule(named, true)).toEqual({
    name: "Ads",
    enabled: true,
    match: "all",
    conditions: [{ field: "title", operator: "contains", value: "ad" }],
    actions: [{ do: "mark_read" }],
  });
  expect(readyRule({ ...named, actions: [] }, true)).toBeNull();
  expect(
    readyRule({ ...named, actions: [{ key: 9, kind: "tag", value: "" }] }, true),
  ).toBeNull();
});

test("a rule that is opened and kept unchanged is the same", () => {
  const rule = {
    name: "All kinds",
    enabled: true,
    match: "any",
    conditions: [
      { field: "title", operator: "is_one_of", value: ["a", "b"] },
      { field: "feed", operator: "equals", value: 3 },
      { field: "score", operator: "below", value: 0.29 },
      { field: "language", operator: "equals", value: "pl" },
    ],
    actions: [{ do: "tag", tag: "later" }, { do: "hide" }, { do: "webhook", webhook_id: "w" }],
  } as unknown as components["schemas"]["RuleView"];
  expect(readyRule(draftOf(rule), true)).toEqual(rule);
  expect(draftOf(rule).conditions[2]?.value).toBe("29");
});

test.each([
  [{ author: "Ann" }, { field: "author", operator: "equals", value: "Ann" }],
  [{ tag: "Sports" }, { field: "tag", operator: "equals", value: "Sports" }],
  [{ word: "football" }, { field: "title", operator: "contains", value: "football" }],
] as const)("a rule made from %o is ready", (source, expected) => {
  expect(readSource({ rule: "new", ...source })).toEqual(source);
  const rule = readyRule(draftFrom(source), true);
  expect(rule?.conditions).toEqual([expected]);
  expect(rule?.actions).toEqual([{ do: "mark_read" }]);
  expect(rule?.name).toBe(expected.value);
});

test("an address that names nothing makes no rule", () => {
  expect(readSource({ rule: "new", author: "", tag: ["x"] })).toBeNull();
});

test("of a title the longest words are offered, each once", () => {
  expect(wordsOfTitle("The quay’s football and the football of Łódź")).toEqual([
    "football",
    "quay’s",
    "Łódź",
  ]);
});

test("a step moves one among the others and stops at the ends", () => {
  expect(stepped(["a", "b", "c"], "b", 1)).toEqual(["a", "c", "b"]);
  expect(stepped(["a", "b", "c"], "a", -1)).toEqual(["a", "b", "c"]);
  expect(stepped(["a", "b", "c"], "c", 1)).toEqual(["a", "b", "c"]);
});
