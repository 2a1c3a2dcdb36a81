// The requests that bring a reader's changes to the server. All are idempotent: what gets no
// answer in time counts as not sent, and is sent again.
import { api, ask } from "@/api/client";
import { ApiError, NetworkError } from "@/api/errors";
import type { Mark } from "@/lib/marks";
import type { AllRead } from "@/lib/pending";

// A server that takes longer will not answer.
export const PATIENCE = 15_000;
/** Statuses that say nothing about the change: sign in again, too much at once, try later. */
const PASSING = [401, 403, 408, 425, 429];

/** Whether a change that failed may succeed another time. */
export function mayStillArrive(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  if (!(error instanceof ApiError)) return false;
  return error.status >= 500 || PASSING.includes(error.status);
}

/** The browser sends it to its end, even if the page is closed meanwhile. */
function limits() {
  return { keepalive: true, signal: AbortSignal.timeout(PATIENCE) };
}

/** Returns which other entries the server read together with them. */
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
    const path = { id };
    const address = "/api/v1/entries/{id}/star";
    const query = mark.version === undefined ? {} : { version: mark.version };
    await ask(
      mark.starred
        ? api.PUT(address, { params: { path, query }, ...limits() })
        : api.DELETE(address, { params: { path }, ...limits() }),
    );
    return;
  }
  const options = { params: { path: { id, tag: mark.tag } }, ...limits() };
  const address = "/api/v1/entries/{id}/tags/{tag}";
  await ask(mark.tagged ? api.PUT(address, options) : api.DELETE(address, options));
}

export async function deliverAllRead({ body }: AllRead): Promise<void> {
  await ask(api.POST("/api/v1/entries/mark-all-read", { body, ...limits() }));
}
