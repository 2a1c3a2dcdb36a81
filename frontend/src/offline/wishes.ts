// Highlights and notes that wait for a network, in the order they were made. Pure.
import type { Highlight, PlacedHighlight } from "@/api/types";
import { patchHighlights, patchPlaced } from "@/lib/patch-highlights";
import type { HighlightWish } from "@/queries/deliver";

/** Return what is worth sending: nothing is changed shortly before it is deleted. */
export function worthSending(wishes: readonly HighlightWish[]): HighlightWish[] {
  const deleted = new Map<string, number>();
  wishes.forEach((wish, index) => {
    if (wish.kind === "delete") deleted.set(wish.id, index);
  });
  return wishes.filter(
    (wish, index) => wish.kind !== "change" || index > (deleted.get(wish.id) ?? -1),
  );
}

/** Return an entry's highlights as its reader left them. */
export function keptHighlights(
  known: readonly Highlight[],
  wishes: readonly HighlightWish[],
  entryId: number,
): PlacedHighlight[] {
  const placed = known
    .filter((one) => one.entry_id === entryId && one.deleted_at === null)
    .map((one): PlacedHighlight => ({ ...one, found: null }));
  return withHighlightWishes(placed, wishes, entryId);
}

/** Return an entry's highlights with the wishes that the server does not know yet. */
export function withHighlightWishes(
  placed: PlacedHighlight[],
  wishes: readonly HighlightWish[],
  entryId: number,
): PlacedHighlight[] {
  return wishes
    .filter((wish) => wish.entryId === entryId)
    .reduce<PlacedHighlight[]>((before, wish) => patchPlaced(before, wish), placed);
}

/** Return all highlights, the newest first, as their reader left them. */
export function allKeptHighlights(
  known: readonly Highlight[],
  wishes: readonly HighlightWish[],
): Highlight[] {
  const made = wishes
    .filter((wish) => wish.kind === "create" && !known.some((one) => one.id === wish.id))
    .flatMap((wish): Highlight[] => patchPlaced([], wish))
    .reverse();
  const start: Highlight[] = [...made, ...known];
  return wishes.reduce<Highlight[]>((before, wish) => patchHighlights(before, wish), start);
}
