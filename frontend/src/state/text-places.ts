// How far each long entry was read, as this browser remembers it.
import { recall, remember } from "@/lib/local-store";
import { withPlace } from "@/lib/playing";
import { readTextPlaces, type TextPlace } from "@/lib/text-place";

const NAME = "text-places";

export function recallTextPlace(entryId: number): TextPlace | undefined {
  return readTextPlaces(recall(NAME))[entryId];
}

export function rememberTextPlace(entryId: number, place: TextPlace): void {
  remember(NAME, withPlace(readTextPlaces(recall(NAME)), String(entryId), place));
}
