// Which of the entries that came are news for whoever looks at a list.
import { isOneOf } from "./patch-counts";

/** New entries of a feed, the number of the last, and when we received them, in milliseconds. */
export interface Arrival {
  feedId: number;
  count: number;
  lastId: number;
  at: number;
}

interface Loaded {
  loadedAt: number;
  /** The first page: what was there when the list was loaded. */
  entries: readonly { id: number }[];
  feedIds: readonly number[] | null; // null: all
}

/** Return how many entries came that a list cannot hold yet. The word of an entry may be slower
 * than the list it is in; but numbers become visible in order, so a list with a later number
 * has everything up to it. */
export function countNews(arrivals: readonly Arrival[], list: Loaded): number {
  const { loadedAt, entries, feedIds } = list;
  const newest = entries.reduce((most, { id }) => Math.max(most, id), 0);
  return arrivals
    .filter(({ at, lastId }) => at > loadedAt && lastId > newest)
    .filter(({ feedId }) => isOneOf(feedIds, feedId))
    .reduce((sum, { count }) => sum + count, 0);
}
