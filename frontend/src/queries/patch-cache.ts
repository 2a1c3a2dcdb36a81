// Brings the pure patches and the cache together: everything that shows an entry follows.
import type { QueryClient } from "@tanstack/react-query";
import type { Counts, Entry, EntryPage, Folder, ListedEntry, Subscription } from "@/api/types";
import type { MarkablePlace } from "@/lib/list-scope";
import type { Mark } from "@/lib/marks";
import {
  clearCounts,
  countChange,
  type FeedPlaces,
  feedPlaces,
  patchCounts,
} from "@/lib/patch-counts";
import { markEntry, type Pages, patchPages } from "@/lib/patch-entries";
import { announce, type IsBefore } from "./follow";
import { keys } from "./keys";
import { type Change, noteChange } from "./meanwhile";

/** Show a mark everywhere at once. Returns how many of its entries were known here. */
export function applyMark(client: QueryClient, mark: Mark): number {
  const before = knownEntries(client, new Set(mark.ids));
  const change = countChange(mark, before.values());
  changeEntries(client, (entry) => markEntry(entry, mark));
  client.setQueryData<Counts>(
    keys.counts,
    (counts) => counts && patchCounts(counts, change, knownPlaces(client)),
  );
  announce({ kind: "mark", mark });
  return before.size;
}

/** Whether any of these entries, as far as they are known here, has a tag. */
export function haveTags(client: QueryClient, ids: readonly number[]): boolean {
  return [...knownEntries(client, new Set(ids)).values()].some(({ tags }) => tags.length > 0);
}

/** Change every loaded entry, in lists and opened, and those on their way. */
export function changeEntries(client: QueryClient, change: Change): void {
  noteChange(change);
  changeListed(client, change);
  client.setQueriesData<Entry>(
    { queryKey: keys.openEntries },
    (entry) => entry && change(entry),
  );
}

/** Change every entry of the loaded lists. */
export function changeListed(
  client: QueryClient,
  change: <Item extends ListedEntry>(entry: Item) => Item,
): void {
  client.setQueriesData<Pages<EntryPage>>(
    { queryKey: keys.entryLists },
    (data) => data && patchPages(data, change),
  );
}

/** Return how the entries of some feeds (null: of all) become read, as far as meant. */
export function allReadChange(feedIds: ReadonlySet<number> | null, isBefore: IsBefore): Change {
  const isMeant = (entry: ListedEntry | Entry) =>
    (feedIds === null || feedIds.has(entry.feed_id)) && isBefore(entry);
  return (entry) => (entry.read || !isMeant(entry) ? entry : { ...entry, read: true });
}

/** Show what some feeds (null: all) had up to a moment as read. */
export function applyAllRead(
  client: QueryClient,
  feedIds: ReadonlySet<number> | null,
  isBefore: IsBefore,
): void {
  changeEntries(client, allReadChange(feedIds, isBefore));
  client.setQueryData<Counts>(
    keys.counts,
    (counts) => counts && clearCounts(counts, feedIds, knownPlaces(client)),
  );
}

/** Return the feeds of a place that can be marked as a whole; null: all feeds. */
export function feedsIn(client: QueryClient, place: MarkablePlace): ReadonlySet<number> | null {
  if (place.kind === "all") return null;
  if (place.kind === "feed") return new Set([place.id]);
  const inside = [...knownPlaces(client)].filter(([, at]) => at.folderIds.includes(place.id));
  return new Set(inside.map(([feedId]) => feedId));
}

export function knownPlaces(client: QueryClient): FeedPlaces {
  return feedPlaces(
    client.getQueryData<Subscription[]>(keys.subscriptions) ?? [],
    client.getQueryData<Folder[]>(keys.folders) ?? [],
  );
}

type Known = Pick<ListedEntry, "id" | "feed_id" | "read" | "starred" | "tags">;

function knownEntries(client: QueryClient, ids: ReadonlySet<number>) {
  const found = new Map<number, Known>();
  const note = (entry: Known) => {
    if (ids.has(entry.id)) found.set(entry.id, entry);
  };
  for (const [, data] of client.getQueriesData<Pages<EntryPage>>({
    queryKey: keys.entryLists,
  })) {
    for (const page of data?.pages ?? []) page.items.forEach(note);
  }
  for (const [, entry] of client.getQueriesData<Entry>({ queryKey: keys.openEntries })) {
    if (entry) note(entry);
  }
  return found;
}
