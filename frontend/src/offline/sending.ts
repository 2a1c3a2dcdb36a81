// Sends what waits whenever there is hope, and shows what became of it.
import type { QueryClient } from "@tanstack/react-query";
import { remember } from "@/lib/local-store";
import { keys } from "@/queries/keys";
import { changeEntries } from "@/queries/patch-cache";
import type { MarkedEntry, News } from "./channel";
import { refusedCount, waitingCount } from "./device";
import { countWaiting, SYNC_TAG, sendWaiting } from "./outbox";
import { settleRows } from "./store";

/** Failing is nothing to tell: it is tried again, and the count of what waits is shown. */
export function sendQuietly(): void {
  void sendWaiting().catch(askWorker);
}

/** The browser wakes the worker when the network is back, even if no page is open. */
async function askWorker(): Promise<void> {
  try {
    const registration = (await navigator.serviceWorker?.getRegistration()) as
      | (ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } })
      | undefined;
    await registration?.sync?.register(SYNC_TAG);
  } catch {
    // Not every browser can: pages send when they are next looked at.
  }
}

export async function recountWaiting(): Promise<void> {
  const count = await countWaiting();
  remember("waiting", count);
  waitingCount.set(count);
}

export async function onNews(client: QueryClient, news: News): Promise<void> {
  switch (news.kind) {
    case "outbox":
      await recountWaiting();
      await askWorker();
      break;
    case "sent":
      await recountWaiting();
      await settle(client, news.entries);
      refusedCount.set(news.refused);
      break;
    case "stored":
      void client.invalidateQueries({ queryKey: keys.storage });
      break;
  }
}

/** Show how the server has it now; a newer mark made elsewhere may have won. */
async function settle(client: QueryClient, entries: readonly MarkedEntry[]): Promise<void> {
  const states = new Map(entries.map((entry) => [entry.id, entry]));
  changeEntries(client, (entry) => {
    const state = states.get(entry.id);
    if (!state) return entry;
    const { read, starred, tags } = state;
    return { ...entry, read, starred, tags };
  });
  await settleRows(entries);
  for (const key of [keys.counts, keys.tags, keys.highlights]) {
    void client.invalidateQueries({ queryKey: key });
  }
}
