import { daysAgo, unreadBefore, unreadBetween } from "@/lib/list-rows";
import { useMarkReadWithUndo } from "./use-list-marks";
import type { Reading } from "./use-reading";

const MOST = 2000;
const MOST_OLD = 10_000;

/** Marks everything above or below an entry, or older than some days, as read, with undo. */
export function useMarkAround({ entries, list, loadMore }: Reading) {
  const markRead = useMarkReadWithUndo();
  const above = (id: number) => {
    const at = entries.findIndex((one) => one.id === id);
    markRead(unreadBetween(entries, 0, at), "around");
  };
  // What is further below is not loaded yet, but meant as well.
  const everything = async (most: number) => {
    let all = entries;
    let { hasNextPage } = list;
    while (hasNextPage && all.length < most) {
      const more = await loadMore();
      if (more.isError) break;
      all = more.data?.pages.flatMap((page) => page.items) ?? all;
      hasNextPage = more.hasNextPage;
    }
    return all;
  };
  const below = async (id: number) => {
    const all = await everything(MOST);
    const at = all.findIndex((one) => one.id === id);
    if (at >= 0) markRead(unreadBetween(all, at + 1, all.length), "around");
  };
  const olderThan = async (days: number) => {
    markRead(unreadBefore(await everything(MOST_OLD), daysAgo(Date.now(), days)), "around");
  };
  return { above, below, olderThan };
}
