import type { ListScope } from "@/lib/list-scope";
import { useCounts, useSearches, useTags } from "@/queries/feeds";

/** How many unread entries a list has; 0 where nobody counts them. */
export function useScopeUnread(scope: ListScope): number {
  const counts = useCounts().data;
  const tags = useTags(scope.kind === "tag").data;
  const searches = useSearches(scope.kind === "saved-search").data;
  switch (scope.kind) {
    case "all":
      // The unread list is without what is muted.
      return (scope.unread ? counts?.unread : counts?.feeds.reduce(sumUp, 0)) ?? 0;
    case "feed":
      return counts?.feeds.find((one) => one.feed_id === scope.id)?.unread ?? 0;
    case "folder":
      return counts?.folders.find((one) => one.folder_id === scope.id)?.unread ?? 0;
    case "tag":
      return tags?.find((one) => one.name === scope.name)?.unread ?? 0;
    case "saved-search":
      return searches?.find((one) => one.id === scope.id)?.unread ?? 0;
    default:
      return 0;
  }
}

const sumUp = (sum: number, one: { unread: number }) => sum + one.unread;
