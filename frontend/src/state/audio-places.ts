// Where each file was left, as this browser remembers it.
import { recall, remember } from "@/lib/local-store";
import { type Place, readPlaces, withPlace } from "@/lib/playing";

const NAME = "audio-places";

export async function recallPlace(url: string): Promise<Place | undefined> {
  return readPlaces(recall(NAME))[url];
}

export function rememberPlace(url: string, place: Place): void {
  remember(NAME, withPlace(readPlaces(recall(NAME)), url, place));
}
