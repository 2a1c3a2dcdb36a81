import { expect, test } from "vitest";
import { markEntry, patchPages } from "./patch-entries";

const ENTRY = { id: 1, read: false, starred: false, tags: ["b"] };
test("a star remembers the version that was seen, and its time is for the server to say", () => {
  const entry = { ...ENTRY, version: 3, starred_at: null, starred_version: null };
  const star = { kind: "star" as const, ids: [1], starred: true };
  expect(markEntry(entry, star).starred_version).toBe(3);
  const starred = markEntry(entry, { ...star, version: 2 });
  expect(starred).toMatchObject({ starred: true, starred_at: null, starred_version: 2 });
  const without = markEntry({ ...starred, starred_at: 9 }, { ...star, starred: false });
  expect(without).toEqual(entry);
});

const OTHER = { id: 2, read: false, starred: false, tags: [] as string[] };
const LIST = { pages: [{ items: [ENTRY] }, { items: [OTHER] }], pageParams: [null, "x"] };

test("a mark changes only what it names", () => {
  expect(markEntry(ENTRY, { kind: "read", ids: [1], read: true }).read).toBe(true);
  expect(markEntry(ENTRY, { kind: "star", ids: [2], starred: true })).toBe(ENTRY);
});

test("a mark that is already there changes nothing", () => {
  expect(markEntry(ENTRY, { kind: "read", ids: [1], read: false })).toBe(ENTRY);
  expect(markEntry(ENTRY, { kind: "tag", ids: [1], tag: "b", tagged: true })).toBe(ENTRY);
});

test("tags stay in order", () => {
  const tagged = markEntry(ENTRY, { kind: "tag", ids: [1], tag: "a", tagged: true });
  expect(tagged.tags).toEqual(["a", "b"]);
  expect(markEntry(tagged, { kind: "tag", ids: [1], tag: "b", tagged: false }).tags).toEqual([
    "a",
  ]);
});

test("a read row stays where it is, and untouched pages stay the same objects", () => {
  const mark = { kind: "read" as const, ids: [1], read: true };
  const after = patchPages(LIST, (entry) => markEntry(entry, mark));
  expect(after.pages[0]?.items.map((entry) => entry.id)).toEqual([1]);
  expect(after.pages[1]).toBe(LIST.pages[1]);
  expect(patchPages(LIST, (entry) => entry)).toBe(LIST);
});
