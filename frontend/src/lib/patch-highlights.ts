// What changes do to highlights. Pure.
import type { Highlight, PlacedHighlight } from "@/api/types";
import type { HighlightChange, Pending } from "./pending";

/** Return an entry's highlights as the server has them with the changes it does not know yet. */
export function overlayPlaced(
  highlights: PlacedHighlight[],
  pending: Pending,
  entryId: number,
): PlacedHighlight[] {
  return changesIn(pending)
    .filter((change) => change.entryId === entryId)
    .reduce<PlacedHighlight[]>(patchPlaced, highlights);
}

/** The same for all highlights, the newest first. */
export function overlayHighlights(highlights: Highlight[], pending: Pending): Highlight[] {
  return changesIn(pending).reduce<Highlight[]>(patchHighlights, highlights);
}

function changesIn({ lines }: Pending): HighlightChange[] {
  return lines.flatMap(({ change }) => (change.kind === "highlight" ? [change.highlight] : []));
}

/** Return an entry's highlights after a change; the page finds the place of a new one itself. */
export function patchPlaced(
  highlights: readonly PlacedHighlight[],
  change: HighlightChange,
): PlacedHighlight[] {
  if (change.kind !== "create") return patched(highlights, change);
  const others = highlights.filter((one) => one.id !== change.id);
  return [...others, { ...madeBy(change), found: null }];
}

/** Return a list of highlights, the newest first, after a change. */
export function patchHighlights(
  highlights: readonly Highlight[],
  change: HighlightChange,
): Highlight[] {
  if (change.kind !== "create") return patched(highlights, change);
  const isKnown = highlights.some((one) => one.id === change.id);
  return isKnown ? [...highlights] : [madeBy(change), ...highlights];
}

function patched<One extends Highlight>(
  highlights: readonly One[],
  change: Exclude<HighlightChange, { kind: "create" }>,
): One[] {
  if (change.kind === "delete") return highlights.filter((one) => one.id !== change.id);
  const { note, color } = change;
  return highlights.map((one) =>
    one.id === change.id ? { ...one, note: note ?? one.note, color: color ?? one.color } : one,
  );
}

function madeBy(change: Extract<HighlightChange, { kind: "create" }>): Highlight {
  return {
    id: change.id,
    entry_id: change.entryId,
    ...change.passage,
    note: change.note,
    color: change.color,
    created_at: change.at,
    changed_at: change.at,
    deleted_at: null,
  };
}
