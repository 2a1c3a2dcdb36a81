// How a mark reaches the server. Offline, whoever keeps the queue takes it instead.
import { api, ask } from "@/api/client";
import { NetworkError } from "@/api/errors";
import type { Mark } from "@/lib/marks";
import { nextMoment } from "@/offline/merge";

/**
 * Takes a mark that could not be sent, and when it was made, in microseconds by the clock of
 * this device; false: it cannot keep it either.
 */
type Queue = (mark: Mark, at: number) => Promise<boolean>;

let queue: Queue | null = null;
let lastMoment = 0;

export function keepMarksIn(keeper: Queue): void {
  queue = keeper;
}

export async function sendMark(mark: Mark): Promise<void> {
  // Now, not when it fails: marks that are on their way together may fail in any order.
  const at = nextMoment(lastMoment, Date.now());
  lastMoment = at;
  // Known to be offline: kept at once, so that closing the page now loses nothing.
  if (globalThis.navigator?.onLine === false && (await queue?.(mark, at))) return;
  try {
    await deliverMark(mark);
  } catch (error) {
    const isKept = error instanceof NetworkError && queue !== null && (await queue(mark, at));
    if (!isKept) throw error;
  }
}

// The browser sends it to its end, even if the page is closed meanwhile.
const keepalive = true;

async function deliverMark(mark: Mark): Promise<void> {
  if (mark.kind === "read") {
    const { ids, read } = mark;
    await ask(api.POST("/api/v1/entries/mark-read", { body: { ids, read }, keepalive }));
    return;
  }
  await Promise.all(mark.ids.map((id) => markOne(id, mark)));
}

async function markOne(id: number, mark: Exclude<Mark, { kind: "read" }>): Promise<void> {
  if (mark.kind === "star") {
    const options = { params: { path: { id } }, keepalive };
    const address = "/api/v1/entries/{id}/star";
    await ask(mark.starred ? api.PUT(address, options) : api.DELETE(address, options));
    return;
  }
  const options = { params: { path: { id, tag: mark.tag } }, keepalive };
  const address = "/api/v1/entries/{id}/tags/{tag}";
  await ask(mark.tagged ? api.PUT(address, options) : api.DELETE(address, options));
}
