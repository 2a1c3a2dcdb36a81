// What marks do to the counts, until the server has counted again. Pure.
import type { Counts, Folder, ListedEntry, Subscription } from "@/api/types";
import type { Mark } from "./marks";
import { markEntry } from "./patch-entries";

interface FeedPlace {
  subscriptionId: number;
  folderIds: number[]; // from the inside out
  isMuted: boolean; // by itself or by a folder: not in the list of everything unread
}

/** Where each feed is. */
export type FeedPlaces = ReadonlyMap<number, FeedPlace>;

export interface CountChange {
  unread: readonly (readonly [feedId: number, step: number])[];
  starred: number;
}

export function feedPlaces(subscriptions: Subscription[], folders: Folder[]): FeedPlaces {
  const parents = new Map(folders.map((folder) => [folder.id, folder.parent_id]));
  const muted = new Set(folders.filter((folder) => folder.muted).map((folder) => folder.id));
  return new Map(
    subscriptions.map((one) => {
      const folderIds = chain(one.folder_id, parents);
      const isMuted = one.muted || folderIds.some((id) => muted.has(id));
      return [one.feed_id, { subscriptionId: one.id, folderIds, isMuted }];
    }),
  );
}

function chain(start: number | null, parents: ReadonlyMap<number, number | null>): number[] {
  const found: number[] = [];
  for (let id = start; id !== null && !found.includes(id); id = parents.get(id) ?? null) {
    found.push(id);
  }
  return found;
}

type Marked = Pick<ListedEntry, "id" | "feed_id" | "read" | "starred" | "tags">;

/** Return how far a mark moves the counts, given the entries as they were before it. */
export function countChange(mark: Mark, before: readonly Marked[]): CountChange {
  return addUp(before.map((entry) => stepBetween(entry, markEntry(entry, mark))));
}

function stepBetween(before: Marked, after: Marked): CountChange {
  return {
    unread: [[before.feed_id, Number(before.read) - Number(after.read)]],
    starred: Number(after.starred) - Number(before.starred),
  };
}

/** Return several changes as one, with one step for each feed. */
export function addUp(changes: readonly CountChange[]): CountChange {
  const unread = new Map<number, number>();
  for (const [feedId, step] of changes.flatMap((change) => change.unread)) {
    unread.set(feedId, (unread.get(feedId) ?? 0) + step);
  }
  return {
    unread: [...unread].filter(([, step]) => step !== 0),
    starred: changes.reduce((sum, change) => sum + change.starred, 0),
  };
}

/** Return the counts after a change; none is ever below zero. */
export function patchCounts(counts: Counts, change: CountChange, places: FeedPlaces): Counts {
  let { unread, feeds, folders } = counts;
  for (const [feedId, step] of change.unread) {
    const place = places.get(feedId);
    if (!place?.isMuted) unread = Math.max(0, unread + step);
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

/** Return how the counts fall once everything in some feeds is read; null: in all of them. */
export function clearing(
  { feeds }: Counts,
  feedIds: readonly number[] | null,
): CountChange["unread"] {
  return feeds
    .filter((one) => isOneOf(feedIds, one.feed_id))
    .map((one) => [one.feed_id, -one.unread]);
}

/** Whether some feeds (null: all) include one. */
export function isOneOf(feedIds: readonly number[] | null, feedId: number): boolean {
  return feedIds === null || feedIds.includes(feedId);
}
