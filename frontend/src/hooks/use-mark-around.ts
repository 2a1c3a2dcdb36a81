import { unreadBetween } from "@/lib/list-rows";
import { useMarkReadWithUndo } from "./use-list-marks";
import type { Reading } from "./use-reading";

const MOST = 2000;

/** Marks everything above or below an entry as read, with undo. */
export function useMarkAround({ entries, list, loadMore }: Reading) {
  const markRead = useMarkReadWithUndo();
  const above = (id: number) => {
    const at = entries.findIndex((one) => one.id === id);
    markRead(unreadBetween(entries, 0, at), "around");
  };
  const below = async (id: number) => {
    let all = entries;
    let { hasNextPage } = list;
    // What is further below is not loaded yet, but meant as well.
    while (hasNextPage && all.length < MOST) {
      const more = await loadMore();
      if (more.isError) break;
      all = more.data?.pages.flatMap((page) => page.items) ?? all;
      hasNextPage = more.hasNextPage;
    }
    const at = all.findIndex((one) => one.id === id);
    if (at >= 0) markRead(unreadBetween(all, at + 1, all.length), "around");
  };
  return { above, below };
}
