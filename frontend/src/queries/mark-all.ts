// Marking a whole list as read, with a way back: it is noted and shown at once, and sent when
// the time for second thoughts is over, because no request could restore what was unread.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { serverMicroseconds } from "@/api/client";
import type { EntryPage } from "@/api/types";
import { deliverAllRead } from "@/device/log/deliver";
import { note, remove } from "@/device/log/log";
import { send } from "@/device/log/send";
import type { Connection } from "@/lib/connection";
import type { MarkablePlace } from "@/lib/list-scope";
import { clearing } from "@/lib/patch-counts";
import type { Pages } from "@/lib/patch-entries";
import type { AllRead, Line } from "@/lib/pending";
import { keys } from "./keys";
import { CONNECTION_KEY } from "./live-state";
import { confirmAllRead, feedsIn } from "./patch-cache";
import { shownCounts } from "./shown";

export interface PendingMarkAll {
  undo: () => void;
  /** Send it now. Idempotent; after `undo`, nothing happens. */
  commit: () => Promise<void>;
}

/** Returns a function that shows everything up to `loadedAt` (milliseconds) as read. */
export function useMarkAll(): (place: MarkablePlace, loadedAt: number) => PendingMarkAll {
  const client = useQueryClient();
  return (place, loadedAt) => {
    const { line, allRead } = noteAllRead(client, place, shownUntil(client, loadedAt));
    let isOpen = true;
    const close = () => {
      const wasOpen = isOpen;
      isOpen = false;
      removeEventListener("pagehide", commit);
      return wasOpen;
    };
    const commit = async () => {
      if (close()) await sendAllRead(client, line, allRead);
    };
    addEventListener("pagehide", commit);
    return { undo: () => void (close() && remove([line.id])), commit };
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
export async function markFeedRead(client: QueryClient, id: number): Promise<void> {
  const { line, allRead } = noteAllRead(client, { kind: "feed", id }, Date.now());
  await sendAllRead(client, line, allRead);
}

function noteAllRead(client: QueryClient, place: MarkablePlace, until: number) {
  const feedIds = feedsIn(client, place);
  const counts = shownCounts(client);
  const times = { before: serverMicroseconds(until), at: serverMicroseconds(Date.now()) };
  const allRead: AllRead = {
    body: { ...target(place), ...times },
    feedIds,
    cleared: counts ? clearing(counts, feedIds) : [],
  };
  return { allRead, line: note({ kind: "all-read", allRead }) };
}

async function sendAllRead(client: QueryClient, line: Line, allRead: AllRead): Promise<void> {
  try {
    await send(
      line,
      () => deliverAllRead(allRead),
      () => confirmAllRead(client, allRead),
    );
  } finally {
    for (const queryKey of [keys.counts, keys.tags])
      void client.invalidateQueries({ queryKey });
  }
}

function target(place: MarkablePlace) {
  if (place.kind === "feed") return { feed_id: place.id };
  if (place.kind === "folder") return { folder_id: place.id };
  return { all: true as const, muted: !place.unread };
}
