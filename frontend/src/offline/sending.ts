// Sends what waits whenever there is hope, and shows what became of it.
import type { QueryClient } from "@tanstack/react-query";
import type { MarkedEntry, News } from "@/device/channel";
import { addWaiting, confirm, linesThat, remove } from "@/device/log/log";
import { notesOfOthers, readNote } from "@/device/log/notes";
import { keep, SYNC_TAG, sendWaiting, waitingLines } from "@/device/log/outbox";
import { isStoreOf } from "@/device/ownership";
import { refusedCount, waitingCount } from "@/device/status";
import { changeRows } from "@/device/store";
import { withLock } from "@/device/with-lock";
import { type Field, type Intent, tagOf, withIntent } from "@/lib/intents";
import { forget, remember } from "@/lib/local-store";
import { countChanges, intentsIn, pendingOf } from "@/lib/pending";
import { confirmHighlight } from "@/queries/highlights";
import { keys } from "@/queries/keys";
import { changeEntries, confirmAllRead, type EntryChange } from "@/queries/patch-cache";

const SOON = 5_000;
const LATER = 5 * 60_000;

/** A server that is away comes back unannounced: less and less often it is looked for. */
class Attempts {
  private pause = SOON;
  private timer: ReturnType<typeof setTimeout> | undefined;

  now(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    void sendWaiting().then(
      () => {
        this.pause = SOON;
      },
      () => {
        this.later();
        return askWorker();
      },
    );
  }

  later(): void {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => this.now(), this.pause);
    this.pause = Math.min(this.pause * 2, LATER);
  }
}

const attempts = new Attempts();

/** A failure is not shown: it is tried again, and the count of what waits is shown. */
export function sendQuietly(): void {
  attempts.now();
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

/** Show and count what waits in shared storage, whichever page put it there. */
export async function showWaiting(): Promise<void> {
  const lines = await waitingLines();
  addWaiting(lines);
  const count = countChanges(pendingOf(lines));
  remember("waiting", count);
  waitingCount.set(count);
}

/** Forget what somebody sent without this page hearing of it. */
export async function dropSent(): Promise<void> {
  const known = linesThat("waiting").map(({ id }) => id);
  const waiting = new Set((await waitingLines()).map(({ id }) => id));
  remove(known.filter((id) => !waiting.has(id)));
}

/** Take over the lines of each other page as soon as it is no more: at once, or whenever it
 * ends. Those of another account are forgotten, like everything else of it. */
export async function takeOverLines(owner: number): Promise<void> {
  await Promise.all(
    notesOfOthers().map((name) =>
      withLock(name, async () => {
        // Another account may have signed in while this waited; it does the same itself.
        if (!(await isStoreOf(owner))) return;
        const lines = readNote(name, owner);
        for (const line of lines) await keep(line);
        forget(name);
        if (lines.length > 0) sendQuietly();
      }),
    ),
  );
}

export async function onNews(client: QueryClient, news: News): Promise<void> {
  switch (news.kind) {
    case "outbox":
      attempts.later();
      await showWaiting();
      await askWorker();
      break;
    case "sent":
      settle(client, news);
      await changeRows(
        news.entries.map(({ id }) => id),
        settledMarks(news),
      );
      await showWaiting();
      break;
    case "stored":
      void client.invalidateQueries({ queryKey: keys.storage });
      break;
  }
}

type Sent = Extract<News, { kind: "sent" }>;

/** Lines that were sent leave the log, and what the server has now takes their place: a newer
 * mark made elsewhere may have won. */
function settle(client: QueryClient, { confirmed, refused, entries }: Sent): void {
  confirm(confirmed, () => {
    for (const { change } of confirmed) {
      if (change.kind === "all-read") confirmAllRead(client, change.allRead);
      else if (change.kind === "highlight") confirmHighlight(client, change.highlight);
    }
    changeEntries(client, settledMarks({ confirmed, entries }));
  });
  remove(refused.map(({ id }) => id));
  refusedCount.set(countChanges(pendingOf(refused)));
  for (const queryKey of [keys.counts, keys.tags, keys.highlights]) {
    void client.invalidateQueries({ queryKey });
  }
}

/** Return how entries become as the server has them, in what was sent and in nothing else: of
 * the rest, something newer may be known here already. */
function settledMarks({
  confirmed,
  entries,
}: Pick<Sent, "confirmed" | "entries">): EntryChange {
  const states = new Map(entries.map((entry) => [entry.id, entry]));
  const marks = new Map<number, Intent[]>();
  for (const intent of confirmed.flatMap(intentsIn)) {
    marks.set(intent.entryId, [...(marks.get(intent.entryId) ?? []), intent]);
  }
  return (entry) => {
    const state = states.get(entry.id);
    if (!state) return entry;
    return (marks.get(entry.id) ?? []).reduce(
      (before, intent) =>
        withIntent(before, { ...intent, value: savedValue(state, intent.field) }),
      entry,
    );
  };
}

function savedValue({ read, starred, tags }: MarkedEntry, field: Field): boolean {
  if (field === "read") return read;
  return field === "starred" ? starred : tags.includes(tagOf(field) ?? "");
}
