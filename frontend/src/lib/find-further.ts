// Looking for something in a list of which only the beginning is loaded.

interface Grown<One> {
  isError: boolean;
  hasNextPage: boolean;
  data?: { pages: { items: One[] }[] } | undefined;
}

interface Search<One, Found> {
  loadMore: () => Promise<Grown<One>>;
  find: (entries: One[]) => Found | null;
  /** Whoever has gone on meanwhile does not want it any more. */
  isWanted: () => boolean;
}

/** Nobody waits for longer; who asks again looks further. */
export const MOST_LOOKED_THROUGH = 2000;

/** Load page after page until something is found. "none": there is none in the whole list;
 * null: nobody knows, or wants to know. */
export async function findFurther<One, Found>({
  loadMore,
  find,
  isWanted,
}: Search<One, Found>): Promise<{ found: Found } | "none" | "failed" | null> {
  for (let looked = 0; looked < MOST_LOOKED_THROUGH; ) {
    const more = await loadMore();
    if (!isWanted()) return null;
    if (more.isError) return "failed";
    const entries = more.data?.pages.flatMap((page) => page.items) ?? [];
    const found = find(entries);
    if (found !== null) return { found };
    if (!more.hasNextPage) return "none";
    looked += more.data?.pages.at(-1)?.items.length || 1;
  }
  return null;
}
