import { useNavigate } from "@tanstack/react-router";
import { folderTree } from "@/lib/folder-tree";
import { pathOf } from "@/lib/list-scope";
import { nextPlace } from "@/lib/next-place";
import { useCounts, useFolders, useSubscriptions } from "@/queries/feeds";
import { useListScope } from "./use-list-scope";

/** Returns a function that goes on to the next feed or folder with something unread, and
 * whether there is one. */
export function useNextPlace(): () => boolean {
  const navigate = useNavigate();
  const { scope } = useListScope();
  const folders = useFolders().data ?? [];
  const subscriptions = useSubscriptions().data ?? [];
  const counts = useCounts().data;
  return () => {
    const next = nextPlace(folderTree(folders, subscriptions), scope, {
      feeds: new Set(counts?.feeds.filter((one) => one.unread > 0).map((one) => one.feed_id)),
      folders: new Set(
        counts?.folders.filter((one) => one.unread > 0).map((one) => one.folder_id),
      ),
    });
    if (next) void navigate({ to: pathOf(next) });
    return next !== null;
  };
}
