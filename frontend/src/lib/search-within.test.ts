import { expect, test } from "vitest";
import type { ListPlace, ListScope } from "./list-scope";
import { listWithin, withinOf } from "./search-within";

const scope = (place: ListPlace, unread = false): ListScope => ({
  ...place,
  unread,
  order: "newest",
  q: "",
});

test.each<[ListScope, string | null]>([
  [scope({ kind: "feed", id: 7 }), "feed:#7"],
  [scope({ kind: "folder", id: 3 }), "folder:#3"],
  [scope({ kind: "tag", name: "to read" }), 'tag:"to read"'],
  [scope({ kind: "tag", name: 'say "no"' }), null],
  [scope({ kind: "starred" }), "is:starred"],
  [scope({ kind: "all" }, true), "is:unread"],
  [scope({ kind: "all" }), null],
  [scope({ kind: "search" }), null],
])("%o is the term %s, and the term is the list", (list, term) => {
  expect(withinOf(list)).toBe(term);
  const { order: _, q: __, ...place } = list;
  if (term !== null) expect(listWithin(term)).toEqual(place);
});

test.each(["", "feed:7", "feed:#x", "is:read", "x) OR (y"])("%s is no list", (term) => {
  expect(listWithin(term)).toBeNull();
});
