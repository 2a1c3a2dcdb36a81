import { expect, test } from "vitest";
import type { Folder, Subscription } from "@/api/types";
import { clearing, countChange, feedPlaces, patchCounts } from "./patch-counts";

const COUNTS = {
  unread: 5,
  starred: 1,
  feeds: [
    { feed_id: 7, subscription_id: 70, unread: 3 },
    { feed_id: 8, subscription_id: 80, unread: 2 },
  ],
  folders: [
    { folder_id: 1, unread: 5 },
    { folder_id: 2, unread: 3 },
  ],
  tags: [],
};
const PLACES = feedPlaces(
  [
    { id: 70, feed_id: 7, folder_id: 2 },
    { id: 80, feed_id: 8, folder_id: 1 },
  ] as Subscription[],
  [
    { id: 1, parent_id: null },
    { id: 2, parent_id: 1 },
  ] as Folder[],
);
const ENTRY = { id: 1, feed_id: 7, read: false, starred: false, tags: [] };

test("reading an entry counts down its feed, every folder around it and the total", () => {
  const change = countChange({ kind: "read", ids: [1], read: true }, [ENTRY]);
  const after = patchCounts(COUNTS, change, PLACES);
  expect(after.unread).toBe(4);
  expect(after.feeds[0]?.unread).toBe(2);
  expect(after.folders.map((one) => one.unread)).toEqual([4, 2]);
});

test("reading in a muted feed or folder leaves the total as it is", () => {
  const change = countChange({ kind: "read", ids: [1], read: true }, [ENTRY]);
  const feeds = [{ id: 70, feed_id: 7, folder_id: 2 }] as Subscription[];
  const folders = [
    { id: 1, parent_id: null, muted: true },
    { id: 2, parent_id: 1 },
  ] as Folder[];
  const inFolder = patchCounts(COUNTS, change, feedPlaces(feeds, folders));
  expect([inFolder.unread, inFolder.feeds[0]?.unread]).toEqual([5, 2]);
  const muted = feeds.map((one) => ({ ...one, muted: true }));
  expect(patchCounts(COUNTS, change, feedPlaces(muted, [])).unread).toBe(5);
});

test("the same mark twice counts once", () => {
  const read = { ...ENTRY, read: true };
  const change = countChange({ kind: "read", ids: [1], read: true }, [read]);
  expect(patchCounts(COUNTS, change, PLACES)).toEqual(COUNTS);
});

test("a feed without a count gets one when an entry is unread again", () => {
  const change = countChange({ kind: "read", ids: [1], read: false }, [
    { ...ENTRY, feed_id: 9, read: true },
  ]);
  expect(patchCounts(COUNTS, change, PLACES).feeds.at(-1)).toMatchObject({
    feed_id: 9,
    unread: 1,
  });
});

test("stars are counted apart from reading", () => {
  const change = countChange({ kind: "star", ids: [1], starred: true }, [ENTRY]);
  expect(patchCounts(COUNTS, change, PLACES)).toEqual({ ...COUNTS, starred: 2 });
});

test("clearing some feeds leaves the others, clearing all leaves nothing", () => {
  const clear = (feedIds: number[] | null) =>
    patchCounts(COUNTS, { unread: clearing(COUNTS, feedIds), starred: 0 }, PLACES);
  expect(clear([7]).unread).toBe(2);
  const nothing = clear(null);
  expect([nothing.unread, ...nothing.folders.map((one) => one.unread)]).toEqual([0, 0, 0]);
});

test("folders that contain each other do not hang the app", () => {
  const circle = [
    { id: 1, parent_id: 2 },
    { id: 2, parent_id: 1 },
  ] as Folder[];
  const places = feedPlaces([{ id: 70, feed_id: 7, folder_id: 1 }] as Subscription[], circle);
  expect(places.get(7)?.folderIds).toEqual([1, 2]);
});
