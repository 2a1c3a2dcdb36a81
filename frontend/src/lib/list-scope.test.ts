import { expect, test } from "vitest";
import { type ListPlace, pathOf, placeOf, readSearch, scopeOf } from "./list-scope";

const DEFAULTS = { unreadOnly: true, order: "newest" as const };

test.each<[string, ListPlace | null]>([
  ["/", { kind: "all" }],
  ["/all", { kind: "all" }],
  ["/starred", { kind: "starred" }],
  ["/feed/7", { kind: "feed", id: 7 }],
  ["/folder/3", { kind: "folder", id: 3 }],
  ["/tag/a%20b%2Fc", { kind: "tag", name: "a b/c" }],
  ["/tag/100%", { kind: "tag", name: "100%" }],
  ["/search", { kind: "search" }],
  ["/search/0b0c", { kind: "saved-search", id: "0b0c" }],
  ["/feed/seven", null],
  ["/settings/account", null],
])("%s is its own place", (path, place) => {
  expect(placeOf(path)).toEqual(place);
});

test.each<ListPlace>([
  { kind: "all" },
  { kind: "feed", id: 7 },
  { kind: "tag", name: "a b/ć?" },
  { kind: "saved-search", id: "0b0c" },
])("a place is found again by its address: %j", (place) => {
  expect(placeOf(pathOf(place))).toEqual(place);
});

test("home shows what is unread, all shows all, whatever the preferences", () => {
  expect(scopeOf("/", {}, { ...DEFAULTS, unreadOnly: false })?.unread).toBe(true);
  expect(scopeOf("/all", {}, DEFAULTS)?.unread).toBe(false);
});

test("the address outweighs the reader's preferences", () => {
  expect(scopeOf("/feed/7", {}, DEFAULTS)?.unread).toBe(true);
  expect(scopeOf("/feed/7", { show: "all" }, DEFAULTS)?.unread).toBe(false);
});

test("a fair order of everything falls back to newest", () => {
  expect(scopeOf("/all", { order: "fair" }, DEFAULTS)?.order).toBe("newest");
  expect(scopeOf("/", { order: "fair" }, DEFAULTS)?.order).toBe("fair");
});

test("what was starred last comes first among stars, and only there", () => {
  expect(scopeOf("/starred", {}, { ...DEFAULTS, order: "oldest" })?.order).toBe("starred");
  expect(scopeOf("/starred", { order: "oldest" }, DEFAULTS)?.order).toBe("oldest");
  expect(scopeOf("/starred", { order: "starred", q: "x" }, DEFAULTS)?.order).toBe("newest");
  expect(scopeOf("/all", { order: "starred" }, DEFAULTS)?.order).toBe("newest");
});

test("senseless parts of an address are left out", () => {
  expect(readSearch({ entry: "x", show: "some", order: "best", q: "" })).toEqual({});
  expect(readSearch({ entry: "12", q: 5 })).toEqual({ entry: 12, q: "5" });
  expect(readSearch({ within: "feed:#7" })).toEqual({ within: "feed:#7" });
  expect(readSearch({ within: "a) OR (b" })).toEqual({});
});
