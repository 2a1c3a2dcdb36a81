// How a highlight reaches the server. Each wish carries its time, so that of two devices the
// newest counts, in whatever order they arrive. Offline, whoever keeps the queue takes it.
import { api, ask } from "@/api/client";
import { NetworkError } from "@/api/errors";
import type { Colour } from "@/lib/highlights";
import type { Passage } from "@/lib/passages";

export type HighlightWish = { id: string; entryId: number; at: number } & (
  | { kind: "create"; passage: Passage; note: string; color: Colour }
  | { kind: "change"; note?: string; color?: Colour }
  | { kind: "delete" }
);

/** Takes a wish that could not be sent; false: it cannot keep it either. */
type Queue = (wish: HighlightWish) => Promise<boolean>;

let queue: Queue | null = null;

export function keepHighlightsIn(keeper: Queue): void {
  queue = keeper;
}

export async function sendHighlight(wish: HighlightWish): Promise<void> {
  try {
    await deliverHighlight(wish);
  } catch (error) {
    const isKept = error instanceof NetworkError && queue !== null && (await queue(wish));
    if (!isKept) throw error;
  }
}

/** Send a wish, whatever happens; the queue uses this when it empties itself. */
export async function deliverHighlight(wish: HighlightWish): Promise<void> {
  const { id, at } = wish;
  if (wish.kind === "create") {
    const { passage, note, color, entryId } = wish;
    const body = { id, at, entry_id: entryId, ...passage, note, color };
    await ask(api.POST("/api/v1/highlights", { body }));
  } else if (wish.kind === "change") {
    const { note, color } = wish;
    const body = {
      at,
      ...(note === undefined ? {} : { note }),
      ...(color === undefined ? {} : { color }),
    };
    await ask(api.PATCH("/api/v1/highlights/{id}", { params: { path: { id } }, body }));
  } else {
    const params = { path: { id }, query: { at } };
    await ask(api.DELETE("/api/v1/highlights/{id}", { params }));
  }
}
