// Marking a whole list as read, with a way back: it is written down and shown at once, and
// sent when the time for second thoughts is over, because no request could restore what was
// unread.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { serverMicroseconds } from "@/api/client";
import type { Counts, EntryPage } from "@/api/types";
import type { MarkablePlace } from "@/lib/list-scope";
import type { Pages } from "@/lib/patch-entries";
import { noteDown } from "@/offline/journal";
import type { Connection } from "@/realtime/connection";
import { CONNECTION_KEY } from "@/realtime/live-state";
import { type AllReadWish, deliverAllRead, type Wish } from "./deliver";
import { announce, type IsBefore } from "./follow";
import { keys } from "./keys";
import { hold } from "./meanwhile";
import { allReadChange, applyAllRead, changeEntries, feedsIn } from "./patch-cache";
import { sendNoted, sendSafely } from "./send-safely";

export interface PendingMarkAll {
  undo: () => void;
  /** Send it now. Safe to call twice, and after `undo`: then nothing happens. */
  commit: () => Promise<void>;
}

/** Returns a function that shows everything up to `loadedAt` (milliseconds) as read. */
export function useMarkAll(): (place: MarkablePlace, loadedAt: number) => PendingMarkAll {
  const client = useQueryClient();
  return (place, loadedAt) => {
    const unread = new Set<number>(); // that are shown as read
    const restore = snapshot(client, unread);
    const feedIds = feedsIn(client, place);
    const wish = wishFor(place, shownUntil(client, loadedAt), feedIds);
    applyAllRead(client, feedIds, isBefore(wish));
    const readAll = allReadChange(feedIds, isBefore(wish));
    const release = hold((entry) => {
      const read = readAll(entry);
      if (read !== entry) unread.add(entry.id);
      return read;
    });
    return pending(client, wish, restore, release);
  };
}

/** Without live events nobody here can know of what came after the newest list. */
function shownUntil(client: QueryClient, loadedAt: number): number {
  if (client.getQueryData<Connection>(CONNECTION_KEY)?.state === "live") return loadedAt;
  const lists = client.getQueriesData<Pages<EntryPage>>({ queryKey: keys.entryLists });
  const newest = Math.max(0, ...lists.map(([, data]) => data?.pages[0]?.loaded_at ?? 0));
  return newest > 0 ? Math.min(loadedAt, newest) : loadedAt;
}

/** Mark all that a feed has by now, without a way back. */
export async function markFeedRead(id: number): Promise<void> {
  const allRead = wishFor({ kind: "feed", id }, Date.now(), new Set([id]));
  await sendSafely({ kind: "all-read", wish: allRead }, () => deliverAllRead(allRead));
}

function wishFor(
  place: MarkablePlace,
  loadedAt: number,
  feedIds: ReadonlySet<number> | null,
): AllReadWish {
  const now = Date.now();
  const before = serverMicroseconds(loadedAt);
  return {
    body: { ...target(place), before, at: serverMicroseconds(now) },
    feedIds: feedIds && [...feedIds],
    wishedAt: Math.round(now * 1000),
  };
}

function isBefore({ body: { before } }: AllReadWish): IsBefore {
  return ({ received_at }) => received_at <= before;
}

function pending(
  client: QueryClient,
  allRead: AllReadWish,
  restore: () => void,
  release: () => void,
): PendingMarkAll {
  const wish: Wish = { kind: "all-read", wish: allRead };
  const strike = noteDown(wish);
  let isOpen = true;
  const commit = async () => {
    if (!isOpen) return;
    isOpen = false;
    removeEventListener("pagehide", commit);
    try {
      await sendNoted(wish, strike, () => deliverAllRead(allRead));
      const feedIds = allRead.feedIds && new Set(allRead.feedIds);
      announce({ kind: "all-read", feedIds, isBefore: isBefore(allRead) });
    } catch (error) {
      restore();
      throw error;
    } finally {
      release();
      for (const queryKey of [keys.counts, keys.tags])
        void client.invalidateQueries({ queryKey });
    }
  };
  const undo = () => {
    if (!isOpen) return;
    isOpen = false;
    removeEventListener("pagehide", commit);
    strike();
    release();
    restore();
  };
  addEventListener("pagehide", commit);
  return { undo, commit };
}

function target(place: MarkablePlace) {
  if (place.kind === "feed") return { feed_id: place.id };
  if (place.kind === "folder") return { folder_id: place.id };
  return { all: true as const };
}

/** Notes what is unread; returns how to show that again. */
function snapshot(client: QueryClient, unread: Set<number>): () => void {
  const counts = client.getQueryData<Counts>(keys.counts);
  for (const [, data] of client.getQueriesData<Pages<EntryPage>>({
    queryKey: keys.entryLists,
  })) {
    for (const page of data?.pages ?? []) {
      for (const entry of page.items) if (!entry.read) unread.add(entry.id);
    }
  }
  return () => {
    changeEntries(client, (entry) =>
      unread.has(entry.id) ? { ...entry, read: false } : entry,
    );
    if (counts) client.setQueryData(keys.counts, counts);
    void client.invalidateQueries({ queryKey: keys.counts });
  };
}
