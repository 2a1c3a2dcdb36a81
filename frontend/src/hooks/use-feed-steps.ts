import { useNavigate } from "@tanstack/react-router";
import { feedsInOrder } from "@/lib/folder-tree";
import { stepFrom } from "@/lib/list-rows";
import { useFeedTree } from "./use-feed-tree";
import { useListScope } from "./use-list-scope";

/** Returns a function that goes to the next or previous feed of the sidebar; while there
 * is anything unread, past the feeds without. */
export function useFeedSteps(): (step: 1 | -1) => void {
  const navigate = useNavigate();
  const { scope } = useListScope();
  const { tree, feedCounts } = useFeedTree();
  return (step) => {
    const hasUnread = (id: number) => (feedCounts.get(id) ?? 0) > 0;
    const isAllRead = ![...feedCounts.keys()].some(hasUnread);
    const here = scope.kind === "feed" ? scope.id : null;
    const feeds = feedsInOrder(tree)
      .map((one) => ({ id: one.feed_id }))
      .filter(({ id }) => id === here || isAllRead || hasUnread(id));
    const next = stepFrom(feeds, here, step) ?? (here === null ? feeds.at(-1) : undefined);
    if (next) void navigate({ to: "/feed/$id", params: { id: String(next.id) } });
  };
}
