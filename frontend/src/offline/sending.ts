// Sends what waits whenever there is hope, and shows what became of it.
import type { QueryClient } from "@tanstack/react-query";
import { remember } from "@/lib/local-store";
import { keys } from "@/queries/keys";
import { asHeld } from "@/queries/meanwhile";
import { changeEntries } from "@/queries/patch-cache";
import type { MarkedEntry, News } from "./channel";
import { refusedCount, waitingCount } from "./device";
import { countWaiting, SYNC_TAG, sendWaiting, waiting } from "./outbox";
import { asWished, settleRows } from "./store";

const SOON = 5_000;
const LATER = 5 * 60_000;

let pause = SOON;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Failing is nothing to tell: it is tried again, and the count of what waits is shown. */
export function sendQuietly(): void {
  clearTimeout(timer);
  timer = undefined;
  void sendWaiting().then(
    () => {
      pause = SOON;
    },
    () => {
      tryLater();
      return askWorker();
    },
  );
}

/** A server that is away comes back unannounced: less and less often it is looked for. */
function tryLater(): void {
  if (timer !== undefined) return;
  timer = setTimeout(sendQuietly, pause);
  pause = Math.min(pause * 2, LATER);
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

/** Show what waits in lists that were loaded before it was known here. */
export async function showWaiting(client: QueryClient): Promise<void> {
  const unsent = await waiting();
  changeEntries(client, (entry) => asWished(entry, unsent));
  void client.invalidateQueries({ queryKey: keys.highlights });
}

export async function onNews(client: QueryClient, news: News): Promise<void> {
  switch (news.kind) {
    case "outbox":
      tryLater();
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

/** Show how the server has it now; a newer mark made elsewhere may have won. What was marked
 * since then and is on its way by itself stays. */
async function settle(client: QueryClient, entries: readonly MarkedEntry[]): Promise<void> {
  const states = new Map(entries.map((entry) => [entry.id, entry]));
  changeEntries(client, (entry) => {
    const state = states.get(entry.id);
    if (!state) return entry;
    const { read, starred, tags } = state;
    return asHeld({ ...entry, read, starred, tags });
  });
  await settleRows(entries);
  for (const key of [keys.counts, keys.tags, keys.highlights]) {
    void client.invalidateQueries({ queryKey: key });
  }
}
