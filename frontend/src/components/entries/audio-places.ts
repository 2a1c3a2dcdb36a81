// Where each file was left. The browser's quick store answers at once, its database keeps
// more and survives when the quick one is cleared.
import { recall, remember } from "@/lib/local-store";
import { type Place, readPlaces, withPlace } from "@/lib/playing";

const NAME = "audio-places";
const TABLE = "places";

export async function recallPlace(url: string): Promise<Place | undefined> {
  const quick = readPlaces(recall(NAME))[url];
  if (quick) return quick;
  try {
    return readPlaces({ [url]: await (await database()).get(TABLE, url) })[url];
  } catch {
    // A private window may have no database; then it begins at the beginning.
    return undefined;
  }
}

export function rememberPlace(url: string, place: Place): void {
  remember(NAME, withPlace(readPlaces(recall(NAME)), url, place));
  database().then(
    (found) => found.put(TABLE, place, url),
    () => {},
  );
}

async function database() {
  const { openDB } = await import("idb");
  return openDB("tidings-audio", 1, {
    upgrade: (fresh) => {
      fresh.createObjectStore(TABLE);
    },
  });
}
