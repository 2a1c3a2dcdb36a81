import { expect, test } from "vitest";
import type { Folder, Subscription } from "@/api/types";
import { feedsInOrder, folderTree, inTreeOrder, withoutRead } from "./folder-tree";

const folder = (id: number, parent_id: number | null, position: number) =>
  ({
    id,
    parent_id,
    name: `f${id}`,
    position,
    created_at: 0,
    updated_at: 0,
    muted: false,
    unread: 0,
  }) satisfies Folder;
const sub = (id: number, folder_id: number | null, position: number) =>
  ({ id, feed_id: id, folder_id, position }) as Subscription;

const TREE = folderTree(
  [folder(1, null, 2), folder(2, null, 1), folder(3, 1, 0)],
  [sub(10, null, 5), sub(11, 1, 2), sub(12, 1, 1), sub(13, 3, 0), sub(14, 99, 0)],
);

test("feeds are listed from top to bottom as the sidebar shows them", () => {
  expect(feedsInOrder(TREE).map((one) => one.id)).toEqual([13, 12, 11, 14, 10]);
});

test("a folder that is its own parent is shown, not followed for ever", () => {
  expect(folderTree([folder(1, 1, 0)], [])).toBeDefined();
});

test("without what is read, folders stay with what they hold", () => {
  const shown = withoutRead(TREE, {
    isFeedShown: (id) => id === 13,
    isFolderShown: () => false,
  });
  expect(feedsInOrder(shown).map((one) => one.id)).toEqual([13]);
  expect(shown.folders.map((node) => node.folder.id)).toEqual([1]);
});

test.each([
  ["hand", [3, 2, 1], [7]],
  ["name", [2, 1, 3], [7]],
  ["unread", [1, 3, 2], [7]],
] as const)("feeds are ordered by %s, in folders as well", (by, ids, inside) => {
  const named = (id: number, title: string, folder_id: number | null, position: number) =>
    ({ ...sub(id, folder_id, position), title }) as Subscription;
  const titles = [
    named(1, "Émile", null, 3),
    named(2, "Ada", null, 2),
    named(3, "Zoe", null, 1),
  ];
  const tree = folderTree([folder(5, null, 0)], [...titles, named(7, "Inside", 5, 0)]);
  const feedCounts = new Map([
    [1, 9],
    [3, 2],
  ]);
  const shown = inTreeOrder(tree, { by, language: "en", feedCounts, folderCounts: new Map() });
  expect(shown.subscriptions.map((one) => one.id)).toEqual(ids);
  expect(shown.folders[0]?.subscriptions.map((one) => one.id)).toEqual(inside);
});
