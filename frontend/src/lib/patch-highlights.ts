// What a wish does to the highlights that were loaded before. Pure.
import type { Highlight, PlacedHighlight } from "@/api/types";
import type { HighlightWish } from "@/queries/deliver";

/** Return an entry's highlights after a wish; the page finds the place of a new one itself. */
export function patchPlaced(
  highlights: readonly PlacedHighlight[],
  wish: HighlightWish,
): PlacedHighlight[] {
  if (wish.kind !== "create") return patchHighlights(highlights, wish);
  const others = highlights.filter((one) => one.id !== wish.id);
  return [...others, { ...madeBy(wish), found: null }];
}

/** Return a list of highlights, the newest first, after a wish. */
export function patchHighlights<One extends Highlight>(
  highlights: readonly One[],
  wish: HighlightWish,
): One[] {
  switch (wish.kind) {
    case "create":
      return [...highlights];
    case "delete":
      return highlights.filter((one) => one.id !== wish.id);
    case "change":
      return highlights.map((one) =>
        one.id === wish.id
          ? { ...one, note: wish.note ?? one.note, color: wish.color ?? one.color }
          : one,
      );
  }
}

function madeBy(wish: Extract<HighlightWish, { kind: "create" }>): Highlight {
  return {
    id: wish.id,
    entry_id: wish.entryId,
    ...wish.passage,
    note: wish.note,
    color: wish.color,
    created_at: wish.at,
    changed_at: wish.at,
    deleted_at: null,
  };
}
