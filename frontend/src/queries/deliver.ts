// The requests that bring a reader's wishes to the server. Whether they arrived is for the
// caller to judge: what gets no answer in time counts as not sent.
import { api, ask } from "@/api/client";
import { ApiError, NetworkError } from "@/api/errors";
import type { components } from "@/api/schema";
import type { Colour } from "@/lib/highlights";
import type { Mark } from "@/lib/marks";
import type { Passage } from "@/lib/passages";

type Schemas = components["schemas"];

/** Each carries its time, so that of two devices the newest counts, whatever comes first. */
export type HighlightWish = { id: string; entryId: number; at: number } & (
  | { kind: "create"; passage: Passage; note: string; color: Colour }
  | { kind: "change"; note?: string; color?: Colour }
  | { kind: "delete" }
);

export interface AllReadWish {
  // Says up to which moment, and when it was wished, by the clock of the server.
  body: (Schemas["FeedRead"] | Schemas["FolderRead"] | Schemas["AllRead"]) & { at: number };
  feedIds: number[] | null; // the feeds that are meant, as known here; null: all
  wishedAt: number; // microseconds, by the clock of this device
}

/** All that a reader can wish of entries, as it is kept until it has arrived. */
export type Wish =
  // `at` is in microseconds, by the clock of this device.
  | { kind: "mark"; mark: Mark; at: number }
  | { kind: "highlight"; wish: HighlightWish }
  | { kind: "all-read"; wish: AllReadWish };

// A server that takes longer will not answer.
const PATIENCE = 15_000;
/** Statuses that say nothing about the wish: sign in again, too much at once, try later. */
const PASSING = [401, 403, 408, 425, 429];

/** Whether a failed wish may succeed another time. */
export function mayStillArrive(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  if (!(error instanceof ApiError)) return false;
  return error.status >= 500 || PASSING.includes(error.status);
}

/** The browser sends it to its end, even if the page is closed meanwhile. */
function limits() {
  return { keepalive: true, signal: AbortSignal.timeout(PATIENCE) };
}

/** Returns which other entries were read along with them. */
export async function deliverMark(mark: Mark): Promise<number[]> {
  if (mark.kind === "read") {
    const { ids, read } = mark;
    const body = { ids, read };
    return (await ask(api.POST("/api/v1/entries/mark-read", { body, ...limits() }))).along;
  }
  await Promise.all(mark.ids.map((id) => markOne(id, mark)));
  return [];
}

async function markOne(id: number, mark: Exclude<Mark, { kind: "read" }>): Promise<void> {
  if (mark.kind === "star") {
    const options = { params: { path: { id } }, ...limits() };
    const address = "/api/v1/entries/{id}/star";
    await ask(mark.starred ? api.PUT(address, options) : api.DELETE(address, options));
    return;
  }
  const options = { params: { path: { id, tag: mark.tag } }, ...limits() };
  const address = "/api/v1/entries/{id}/tags/{tag}";
  await ask(mark.tagged ? api.PUT(address, options) : api.DELETE(address, options));
}

export async function deliverAllRead({ body }: AllReadWish): Promise<void> {
  await ask(api.POST("/api/v1/entries/mark-all-read", { body, ...limits() }));
}

export async function deliverHighlight(wish: HighlightWish): Promise<void> {
  const { id, at } = wish;
  const path = { id };
  // Not to its end at all costs: a long note would be more than browsers allow for that.
  const { signal } = limits();
  if (wish.kind === "create") {
    const { passage, note, color, entryId } = wish;
    const body = { id, at, entry_id: entryId, ...passage, note, color };
    await ask(api.POST("/api/v1/highlights", { body, signal }));
  } else if (wish.kind === "change") {
    const { note, color } = wish;
    const body = {
      at,
      ...(note === undefined ? {} : { note }),
      ...(color === undefined ? {} : { color }),
    };
    await ask(api.PATCH("/api/v1/highlights/{id}", { params: { path }, body, signal }));
  } else {
    await ask(
      api.DELETE("/api/v1/highlights/{id}", { params: { path, query: { at } }, signal }),
    );
  }
}
