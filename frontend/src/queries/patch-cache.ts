// What the server said of entries, kept true in the cache: confirmed changes of this page and
// live events. What is pending is not in here: see queries/shown.ts.
import type { QueryClient } from "@tanstack/react-query";
import type { Counts, Entry, EntryPage, Folder, ListedEntry, Subscription } from "@/api/types";
import { announce, type IsBefore } from "@/device/follow";
import { pending, rebase } from "@/device/log/log";
import { withIntent } from "@/lib/intents";
import type { MarkablePlace } from "@/lib/list-scope";
import type { Mark } from "@/lib/marks";
import {
  type CountChange,
  clearing,
  countChange,
  type FeedPlaces,
  feedPlaces,
  isOneOf,
  patchCounts,
} from "@/lib/patch-counts";
import { markEntry, type Pages, patchPages } from "@/lib/patch-entries";
import type { AllRead, Marked } from "@/lib/pending";
import { keys } from "./keys";

export type EntryChange = <Item extends Marked>(entry: Item) => Item;

/** The server has a mark. Returns how many of its entries were known here. */
export function applyMark(client: QueryClient, mark: Mark): number {
  const before = knownEntries(client, mark.ids);
  const change = countChange(mark, before);
  changeEntries(client, (entry) => markEntry(entry, mark));
  changeCounts(client, () => change);
  announce({ kind: "mark", mark });
  return before.length;
}

/** Whether any of these entries, as far as they are known here, has a tag. */
export function haveTags(client: QueryClient, ids: readonly number[]): boolean {
  return knownEntries(client, ids).some(({ tags }) => tags.length > 0);
}

/** Change every loaded entry, in lists and opened, and those on their way. */
export function changeEntries(client: QueryClient, change: EntryChange): void {
  answers.follow(change);
  rebase(change);
  changeListed(client, change);
  client.setQueriesData<Entry>(
    { queryKey: keys.openEntries },
    (entry) => entry && change(entry),
  );
}

/** Answers on their way, and what the server has said since they were asked for. */
class AnswersOnTheirWay {
  private count = 0;
  private meanwhile: EntryChange[] = [];

  follow(change: EntryChange): void {
    if (this.count > 0) this.meanwhile.push(change);
  }

  async upToDate<Answer>(
    load: () => Promise<Answer>,
    follow: (answer: Answer, change: EntryChange) => Answer,
  ): Promise<Answer> {
    const known = this.meanwhile.length;
    this.count += 1;
    try {
      const answer = await load();
      return this.meanwhile.slice(known).reduce(follow, answer);
    } finally {
      this.count -= 1;
      if (this.count === 0) this.meanwhile = [];
    }
  }
}

const answers = new AnswersOnTheirWay();

/** Return an answer with what the server said after it was asked for: the answer may be older.
 * `follow` makes one change to all of it. */
export function upToDate<Answer>(
  load: () => Promise<Answer>,
  follow: (answer: Answer, change: EntryChange) => Answer,
): Promise<Answer> {
  return answers.upToDate(load, follow);
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

/** The server has everything read that some feeds (null: all) had up to a moment. The counts
 * fall by all that they have, unless it is known by how much. */
export function applyAllRead(
  client: QueryClient,
  feedIds: readonly number[] | null,
  isBefore: IsBefore,
  cleared?: CountChange["unread"],
): void {
  const isRead = (entry: Marked) =>
    entry.read || (isOneOf(feedIds, entry.feed_id) && isBefore(entry));
  changeEntries(client, (entry) => withIntent(entry, { field: "read", value: isRead(entry) }));
  changeCounts(client, (counts) => ({
    unread: cleared ?? clearing(counts, feedIds),
    starred: 0,
  }));
  announce({ kind: "all-read", feedIds, isBefore });
}

/** The same for one that was made here. */
export function confirmAllRead(client: QueryClient, { feedIds, body, cleared }: AllRead): void {
  applyAllRead(client, feedIds, ({ received_at }) => received_at <= body.before, cleared);
}

function changeCounts(client: QueryClient, change: (counts: Counts) => CountChange): void {
  client.setQueryData<Counts>(
    keys.counts,
    (counts) => counts && patchCounts(counts, change(counts), knownPlaces(client)),
  );
}

/** Return the feeds of a place that can be marked as a whole; null: all feeds. */
export function feedsIn(client: QueryClient, place: MarkablePlace): number[] | null {
  if (place.kind === "feed") return [place.id];
  const places = [...knownPlaces(client)];
  if (place.kind === "all" && !(place.unread && places.some(([, at]) => at.isMuted)))
    return null;
  const inside = places.filter(([, at]) =>
    place.kind === "all" ? !at.isMuted : at.folderIds.includes(place.id),
  );
  return inside.map(([feedId]) => feedId);
}

export function knownPlaces(client: QueryClient): FeedPlaces {
  return feedPlaces(
    client.getQueryData<Subscription[]>(keys.subscriptions) ?? [],
    client.getQueryData<Folder[]>(keys.folders) ?? [],
  );
}

/** Return some entries as the server has them, as far as they are known here. */
export function knownEntries(client: QueryClient, ids: readonly number[]): Marked[] {
  const wanted = new Set(ids);
  const found = new Map<number, Marked>();
  const opened = client.getQueriesData<Entry>({ queryKey: keys.openEntries });
  const known: (Marked | undefined)[] = [
    ...pending.get().lines.flatMap(({ before }) => before),
    ...listedEntries(client),
    ...opened.map(([, entry]) => entry),
  ];
  for (const entry of known) {
    if (!entry || !wanted.has(entry.id)) continue;
    const { id, feed_id, received_at, read, starred, tags } = entry;
    found.set(id, { id, feed_id, received_at, read, starred, tags });
  }
  return [...found.values()];
}

/** Return the entries of all loaded lists. */
export function listedEntries(client: QueryClient): ListedEntry[] {
  return client
    .getQueriesData<Pages<EntryPage>>({ queryKey: keys.entryLists })
    .flatMap(([, data]) => data?.pages ?? [])
    .flatMap((page) => page.items);
}
