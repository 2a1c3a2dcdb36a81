import { expect, test } from "vitest";
import type { Folder, Subscription } from "@/api/types";
import { folderTree } from "./folder-tree";
import { nextPlace } from "./next-place";

const folder = (id: number, parent_id: number | null, position: number) =>
  ({ id, parent_id, position, name: `f${id}` }) as Folder;
const sub = (id: number, folder_id: number | null) =>
  ({ id, feed_id: id, folder_id, position: id }) as Subscription;

// Folder 1 (feed 11) with folder 2 inside (feed 12), folder 3 (feed 13), and feed 14.
const TREE = folderTree(
  [folder(1, null, 1), folder(2, 1, 1), folder(3, null, 2)],
  [sub(11, 1), sub(12, 2), sub(13, 3), sub(14, null)],
);
const unread = (feeds: number[], folders: number[] = []) => ({
  feeds: new Set(feeds),
  folders: new Set(folders),
});

test.each([
  [12, [12, 11, 13], 11],
  [12, [12, 14], 14],
  [14, [12, 14], 12], // past the end, from the top
  [14, [14], null],
  [14, [], null],
])("from feed %d, with %j unread, one goes on to %j", (here, feeds, next) => {
  const found = nextPlace(TREE, { kind: "feed", id: here }, unread(feeds));
  expect(found?.id ?? null).toBe(next);
});

test("from a folder one goes on to another one, neither inside nor around it", () => {
  const all = unread([], [1, 2, 3]);
  expect(nextPlace(TREE, { kind: "folder", id: 1 }, all)).toEqual({ kind: "folder", id: 3 });
  expect(nextPlace(TREE, { kind: "folder", id: 2 }, all)).toEqual({ kind: "folder", id: 3 });
  expect(nextPlace(TREE, { kind: "folder", id: 3 }, all)).toEqual({ kind: "folder", id: 1 });
});

test("from other lists there is nowhere to go on to", () => {
  expect(nextPlace(TREE, { kind: "all" }, unread([11], [1]))).toBeNull();
});
