import { useMessages } from "@/lib/i18n";
import type { ListScope } from "@/lib/list-scope";
import { useFolders, useSearches, useSubscriptions } from "@/queries/feeds";

/** What a list is called: the feed's title, the folder's name, … */
export function useScopeName(scope: ListScope): string {
  const say = useMessages("layout");
  const subscriptions = useSubscriptions().data ?? [];
  const folders = useFolders(scope.kind === "folder").data ?? [];
  const searches = useSearches(scope.kind === "saved-search").data ?? [];
  switch (scope.kind) {
    case "all":
      return scope.unread ? say("unread") : say("all");
    case "feed":
      return subscriptions.find((one) => one.feed_id === scope.id)?.title ?? say("feeds");
    case "folder":
      return folders.find((one) => one.id === scope.id)?.name ?? "";
    case "tag":
      return scope.name;
    case "saved-search":
      return searches.find((one) => one.id === scope.id)?.name ?? say("search");
    default:
      return say(scope.kind);
  }
}
