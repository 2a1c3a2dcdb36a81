// What marks do to entries that were loaded before. Pure; an unchanged page is the same page.
import type { ListedEntry } from "@/api/types";
import { intentOf, type Markable, withIntent } from "./intents";
import type { Mark } from "./marks";

export interface Pages<Page> {
  pages: Page[];
  pageParams: unknown[];
}

type Marked = Markable & Pick<ListedEntry, "id">;

/** Return the entry after a mark, or the same object if nothing changes. */
export function markEntry<Item extends Marked>(entry: Item, mark: Mark): Item {
  if (!mark.ids.includes(entry.id)) return entry;
  return withIntent(entry, intentOf(mark));
}

/** Return a list that has grown by a page. It comes with the earlier pages as they were when
 * the new one was asked for: what was marked meanwhile would be gone. */
export function grown<Page extends { loaded_at?: number }>(
  now: Pages<Page> | undefined,
  next: Pages<Page>,
): Pages<Page> {
  const count = now?.pages.length ?? 0;
  if (!now || next.pages.length !== count + 1) return next;
  const isSame = now.pages.every(
    (page, index) => page.loaded_at === next.pages[index]?.loaded_at,
  );
  return isSame ? { ...next, pages: [...now.pages, ...next.pages.slice(count)] } : next;
}

/** Return the pages of a list with each entry changed; rows never move or vanish. */
export function patchPages<Page extends { items: unknown[] }>(
  data: Pages<Page>,
  change: (entry: Page["items"][number]) => Page["items"][number],
): Pages<Page> {
  const pages = data.pages.map((page) => {
    const items = page.items.map(change);
    return items.every((entry, index) => entry === page.items[index])
      ? page
      : { ...page, items };
  });
  return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
}
