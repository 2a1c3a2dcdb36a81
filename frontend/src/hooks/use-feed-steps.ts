import { useNavigate } from "@tanstack/react-router";
import { feedsInOrder, folderTree } from "@/lib/folder-tree";
import { stepFrom } from "@/lib/list-rows";
import { useCounts, useFolders, useSubscriptions } from "@/queries/feeds";
import { useListScope } from "./use-list-scope";

/** Returns a function that goes to the next or previous feed of the sidebar; while there
 * is anything unread, past the feeds without. */
export function useFeedSteps(): (step: 1 | -1) => void {
  const navigate = useNavigate();
  const { scope } = useListScope();
  const folders = useFolders().data ?? [];
  const subscriptions = useSubscriptions().data ?? [];
  const counts = useCounts().data;
  return (step) => {
    const unread = new Set(
      counts?.feeds.filter((one) => one.unread > 0).map((one) => one.feed_id),
    );
    const here = scope.kind === "feed" ? scope.id : null;
    const feeds = feedsInOrder(folderTree(folders, subscriptions))
      .map((one) => ({ id: one.feed_id }))
      .filter(({ id }) => id === here || unread.size === 0 || unread.has(id));
    const next = stepFrom(feeds, here, step) ?? (here === null ? feeds.at(-1) : undefined);
    if (next) void navigate({ to: "/feed/$id", params: { id: String(next.id) } });
  };
}
