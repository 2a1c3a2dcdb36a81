import { useMemo } from "react";
import { type FolderTree, folderTree, inTreeOrder } from "@/lib/folder-tree";
import { useLanguage } from "@/lib/i18n";
import { useCounts, useFolders, useSubscriptions } from "@/queries/feeds";
import { usePreferences } from "@/queries/preferences";

/** Folders and feeds in the order of the sidebar, and how much is unread in each. */
export function useFeedTree() {
  const subscriptions = useSubscriptions().data;
  const folders = useFolders().data;
  const counts = useCounts().data;
  const language = useLanguage();
  const by = usePreferences().sidebarOrder;
  const feedCounts = useMemo(
    () => new Map(counts?.feeds.map((one) => [one.feed_id, one.unread])),
    [counts],
  );
  const folderCounts = useMemo(
    () => new Map(counts?.folders.map((one) => [one.folder_id, one.unread])),
    [counts],
  );
  const byHand = useMemo(
    () => folderTree(folders ?? [], subscriptions ?? []),
    [folders, subscriptions],
  );
  const tree: FolderTree = useMemo(
    () => inTreeOrder(byHand, { by, language, feedCounts, folderCounts }),
    [byHand, by, language, feedCounts, folderCounts],
  );
  return { tree, feedCounts, folderCounts };
}
