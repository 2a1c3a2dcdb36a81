import { useNavigate } from "@tanstack/react-router";
import { pathOf } from "@/lib/list-scope";
import { nextPlace } from "@/lib/next-place";
import { useFeedTree } from "./use-feed-tree";
import { useListScope } from "./use-list-scope";

/** Returns a function that goes on to the next feed or folder with something unread, and
 * whether there is one. */
export function useNextPlace(): () => boolean {
  const navigate = useNavigate();
  const { scope } = useListScope();
  const { tree, feedCounts, folderCounts } = useFeedTree();
  return () => {
    const next = nextPlace(tree, scope, {
      feeds: withUnread(feedCounts),
      folders: withUnread(folderCounts),
    });
    if (next) void navigate({ to: pathOf(next) });
    return next !== null;
  };
}

function withUnread(counts: ReadonlyMap<number, number>): Set<number> {
  return new Set([...counts].flatMap(([id, unread]) => (unread > 0 ? [id] : [])));
}
