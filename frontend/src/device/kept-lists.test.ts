import { expect, test } from "vitest";
import type { ListedEntry } from "@/api/types";
import { isKeptCursor } from "@/lib/kept-cursor";
import type { ListScope } from "@/lib/list-scope";
import { canBeKept, keptPage } from "./kept-lists";

const PLACES = new Map([
  [7, { subscriptionId: 70, folderIds: [3, 1], isMuted: false }],
  [8, { subscriptionId: 80, folderIds: [], isMuted: false }],
  [9, { subscriptionId: 90, folderIds: [], isMuted: true }],
]);

function row(id: number, part: Partial<ListedEntry> = {}): ListedEntry {
  const made = { id, feed_id: 7, title: `Entry ${id}`, excerpt: "", author: "", sort_at: id };
  return { ...made, read: false, starred: false, tags: [], ...part } as unknown as ListedEntry;
}

const ROWS = [
  row(1, { starred: true, read: true }),
  row(2, { feed_id: 8, tags: ["rivers"] }),
  row(3, { read: true }),
  row(5, { feed_id: 9, sort_at: 0 }),
  row(4, { title: "A Bridge", author: "Ann" }),
];

function ids(scope: Partial<ListScope>): number[] {
  const whole = { kind: "all", unread: false, order: "newest", q: "", ...scope } as ListScope;
  return keptPage(ROWS, whole, PLACES, null, new Set()).items.map((one) => one.id);
}

test.each<[string, Partial<ListScope>, number[]]>([
  ["everything, the newest first", {}, [4, 3, 2, 1, 5]],
  ["the oldest first", { order: "oldest" }, [5, 1, 2, 3, 4]],
  ["unread only, but of what is muted", { unread: true }, [4, 2]],
  ["what is muted, where it is", { kind: "feed", id: 9, unread: true } as never, [5]],
  ["a feed", { kind: "feed", id: 8 } as Partial<ListScope>, [2]],
  ["a folder and those around it", { kind: "folder", id: 1 } as Partial<ListScope>, [4, 3, 1]],
  ["starred", { kind: "starred" }, [1]],
  ["a tag", { kind: "tag", name: "rivers" } as Partial<ListScope>, [2]],
  ["words anywhere in a row", { kind: "search", q: "bridge ann" }, [4]],
  ["a bit of each feed", { order: "fair", unread: false }, [4, 2, 5, 3, 1]],
])("%s", (_name, scope, expected) => {
  expect(ids(scope)).toEqual(expected);
});

test("stars by when they were given, those that the server does not know yet first", () => {
  const rows = [
    row(1, { starred_at: 5 }),
    row(2, { starred_at: 9 }),
    row(3, { starred_at: 7 }),
  ];
  rows.push(row(4, { starred_at: null }));
  const starred = rows.map((one) => ({ ...one, starred: true }));
  const scope: ListScope = { kind: "starred", unread: false, order: "starred", q: "" };
  const page = keptPage(starred, scope, PLACES, null, new Set());
  expect(page.items.map((one) => one.id)).toEqual([4, 2, 3, 1]);
});

test("pages follow each other without a gap and without a row twice", () => {
  const many = Array.from({ length: 120 }, (_, index) => row(index + 1));
  const scope: ListScope = { kind: "all", unread: false, order: "newest", q: "" };
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const page = keptPage(many, scope, PLACES, cursor, new Set(seen));
    seen.push(...page.items.map((one) => one.id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(seen).toEqual(many.map((one) => one.id).reverse());
});

test("a page after one from the server begins where that one ended", () => {
  const scope: ListScope = { kind: "all", unread: false, order: "newest", q: "" };
  const page = keptPage(ROWS, scope, PLACES, "opaque", new Set([4, 3]));
  expect(page.items.map((one) => one.id)).toEqual([2, 1, 5]);
  expect(isKeptCursor("opaque")).toBe(false);
});

test("saved searches are for the server", () => {
  const scope: ListScope = {
    kind: "saved-search",
    id: "x",
    unread: false,
    order: "newest",
    q: "",
  };
  expect(canBeKept(scope)).toBe(false);
});
