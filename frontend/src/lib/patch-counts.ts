// What marks do to the counts, until the server has counted again. Pure.
import type { Counts, Folder, ListedEntry, Subscription } from "@/api/types";
import type { Mark } from "./marks";

/** Where each feed stands: its subscription, and its folders from the inside out. */
export type FeedPlaces = ReadonlyMap<number, { subscriptionId: number; folderIds: number[] }>;

export interface CountChange {
  unreadByFeed: ReadonlyMap<number, number>;
  starred: number;
}

export function feedPlaces(subscriptions: Subscription[], folders: Folder[]): FeedPlaces {
  const parents = new Map(folders.map((folder) => [folder.id, folder.parent_id]));
  return new Map(
    subscriptions.map((one) => [
      one.feed_id,
      { subscriptionId: one.id, folderIds: chain(one.folder_id, parents) },
    ]),
  );
}

function chain(start: number | null, parents: ReadonlyMap<number, number | null>): number[] {
  const found: number[] = [];
  for (let id = start; id !== null && !found.includes(id); id = parents.get(id) ?? null) {
    found.push(id);
  }
  return found;
}

type Marked = Pick<ListedEntry, "id" | "feed_id" | "read" | "starred">;

/** Return how far a mark moves the counts, given the entries as they were before it. */
export function countChange(mark: Mark, before: Iterable<Marked>): CountChange {
  const unreadByFeed = new Map<number, number>();
  let starred = 0;
  for (const entry of before) {
    if (!mark.ids.includes(entry.id)) continue;
    unreadByFeed.set(
      entry.feed_id,
      (unreadByFeed.get(entry.feed_id) ?? 0) + unreadStep(mark, entry),
    );
    starred += starStep(mark, entry);
  }
  return { unreadByFeed, starred };
}

function unreadStep(mark: Mark, entry: Marked): number {
  if (mark.kind !== "read" || mark.read === entry.read) return 0;
  return mark.read ? -1 : 1;
}

function starStep(mark: Mark, entry: Marked): number {
  if (mark.kind !== "star" || mark.starred === entry.starred) return 0;
  return mark.starred ? 1 : -1;
}

/** Return the counts after a change; none is ever below zero. */
export function patchCounts(counts: Counts, change: CountChange, places: FeedPlaces): Counts {
  let { unread, feeds, folders } = counts;
  for (const [feedId, step] of change.unreadByFeed) {
    if (step === 0) continue;
    const place = places.get(feedId);
    unread = Math.max(0, unread + step);
    const row = { feed_id: feedId, subscription_id: place?.subscriptionId ?? 0, unread: 0 };
    feeds = stepped(feeds, (one) => one.feed_id === feedId, row, step);
    for (const folderId of place?.folderIds ?? []) {
      const empty = { folder_id: folderId, unread: 0 };
      folders = stepped(folders, (one) => one.folder_id === folderId, empty, step);
    }
  }
  return {
    ...counts,
    unread,
    feeds,
    folders,
    starred: Math.max(0, counts.starred + change.starred),
  };
}

function stepped<Row extends { unread: number }>(
  rows: Row[],
  isIt: (row: Row) => boolean,
  missing: Row,
  step: number,
): Row[] {
  const known = rows.some(isIt) ? rows : [...rows, missing];
  return known.map((row) =>
    isIt(row) ? { ...row, unread: Math.max(0, row.unread + step) } : row,
  );
}

/** Return the counts once everything in some feeds is read; null: in all of them. */
export function clearCounts(
  counts: Counts,
  feedIds: ReadonlySet<number> | null,
  places: FeedPlaces,
): Counts {
  const unreadByFeed = new Map(
    counts.feeds
      .filter((one) => feedIds === null || feedIds.has(one.feed_id))
      .map((one) => [one.feed_id, -one.unread]),
  );
  return patchCounts(counts, { unreadByFeed, starred: 0 }, places);
}
