// The request that brings a change of a highlight to the server. Idempotent, like all of them.
import { api, ask } from "@/api/client";
import type { HighlightChange } from "@/lib/pending";
import { PATIENCE } from "./deliver";

export async function deliverHighlight(change: HighlightChange): Promise<void> {
  const { id, at } = change;
  const path = { id };
  // Not to its end at all costs: a long note would be more than browsers allow for that.
  const signal = AbortSignal.timeout(PATIENCE);
  if (change.kind === "create") {
    const { passage, note, color, entryId } = change;
    const body = { id, at, entry_id: entryId, ...passage, note, color };
    await ask(api.POST("/api/v1/highlights", { body, signal }));
  } else if (change.kind === "change") {
    const { note, color } = change;
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
