// Marking a whole list as read, with a way back: it is written down and shown at once, and
// sent when the time for second thoughts is over, because no request could restore what was
// unread.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { serverMicroseconds } from "@/api/client";
import type { Counts, EntryPage } from "@/api/types";
import type { MarkablePlace } from "@/lib/list-scope";
import type { Pages } from "@/lib/patch-entries";
import { noteDown } from "@/offline/journal";
import { type AllReadWish, deliverAllRead, type Wish } from "./deliver";
import { announce } from "./follow";
import { keys } from "./keys";
import { applyAllRead, changeEntries, feedsIn } from "./patch-cache";
import { sendNoted } from "./send-safely";

export interface PendingMarkAll {
  undo: () => void;
  /** Send it now. Safe to call twice, and after `undo`: then nothing happens. */
  commit: () => Promise<void>;
}

/** Returns a function that shows everything up to `loadedAt` (milliseconds) as read. */
export function useMarkAll(): (place: MarkablePlace, loadedAt: number) => PendingMarkAll {
  const client = useQueryClient();
  return (place, loadedAt) => {
    const restore = snapshot(client);
    const feedIds = feedsIn(client, place);
    const wish = wishFor(place, loadedAt, feedIds);
    applyAllRead(client, feedIds);
    return pending(client, wish, restore);
  };
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

function pending(
  client: QueryClient,
  allRead: AllReadWish,
  restore: () => void,
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
      announce({ kind: "all-read", feedIds });
    } catch (error) {
      restore();
      throw error;
    } finally {
      void client.invalidateQueries({ queryKey: keys.counts });
    }
  };
  const undo = () => {
    if (!isOpen) return;
    isOpen = false;
    removeEventListener("pagehide", commit);
    strike();
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

function snapshot(client: QueryClient): () => void {
  const counts = client.getQueryData<Counts>(keys.counts);
  const unread = new Set<number>();
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
