// Marking a whole list as read, with a way back: it is shown at once and sent when the
// time for second thoughts is over, because no request could restore what was unread.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { api, ask, serverMicroseconds } from "@/api/client";
import { NetworkError } from "@/api/errors";
import type { components } from "@/api/schema";
import type { Counts, EntryPage } from "@/api/types";
import type { MarkablePlace } from "@/lib/list-scope";
import type { Pages } from "@/lib/patch-entries";
import { announce } from "./follow";
import { keys } from "./keys";
import { applyAllRead, changeEntries, feedsIn } from "./patch-cache";

type Schemas = components["schemas"];
type Body = Schemas["FeedRead"] | Schemas["FolderRead"] | Schemas["AllRead"];

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
    const wishedAt = Date.now();
    applyAllRead(client, feedIds);
    const body: Body = { ...target(place), before: serverMicroseconds(loadedAt) };
    return pending(client, () => send(body, feedIds, wishedAt), restore);
  };
}

async function send(
  body: Body,
  feedIds: ReadonlySet<number> | null,
  wishedAt: number,
): Promise<void> {
  try {
    await ask(api.POST("/api/v1/entries/mark-all-read", { body, keepalive: true }));
    announce({ kind: "all-read", feedIds });
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    // Later, "all" would be more than was seen here: what is kept is marked one by one.
    const { keepAllRead } = await import("@/offline/store");
    if (!(await keepAllRead(feedIds, body.before ?? 0, wishedAt))) throw error;
  }
}

function pending(
  client: QueryClient,
  sendIt: () => Promise<void>,
  restore: () => void,
): PendingMarkAll {
  let isOpen = true;
  const commit = async () => {
    if (!isOpen) return;
    isOpen = false;
    removeEventListener("pagehide", commit);
    try {
      await sendIt();
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
