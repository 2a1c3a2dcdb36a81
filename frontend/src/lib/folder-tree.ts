// Folders and subscriptions as the nested, ordered tree that the sidebar shows. Pure.
import type { Folder, Subscription } from "@/api/types";

export interface FolderNode {
  folder: Folder;
  folders: FolderNode[];
  subscriptions: Subscription[];
}

export interface FolderTree {
  folders: FolderNode[];
  subscriptions: Subscription[]; // those in no folder
}

/** Return the tree; folders whose parent is unknown, or is themselves, are at the top. */
export function folderTree(folders: Folder[], subscriptions: Subscription[]): FolderTree {
  const known = new Set(folders.map((folder) => folder.id));
  const parentOf = (folder: Folder) =>
    folder.parent_id !== null && known.has(folder.parent_id) ? folder.parent_id : null;
  const byParent = grouped([...folders].sort(inOrder), parentOf);
  const byFolder = grouped([...subscriptions].sort(inOrder), (one) =>
    one.folder_id !== null && known.has(one.folder_id) ? one.folder_id : null,
  );
  const nodesUnder = (parent: number | null): FolderNode[] =>
    (byParent.get(parent) ?? []).map((folder) => ({
      folder,
      folders: nodesUnder(folder.id),
      subscriptions: byFolder.get(folder.id) ?? [],
    }));
  return { folders: nodesUnder(null), subscriptions: byFolder.get(null) ?? [] };
}

export interface TreeOrder {
  by: "hand" | "name" | "unread";
  language: string;
  feedCounts: ReadonlyMap<number, number>;
  folderCounts: ReadonlyMap<number, number>;
}

/** Return the tree in another order than by hand. By unread, most first; then by name. */
export function inTreeOrder(tree: FolderTree, order: TreeOrder): FolderTree {
  if (order.by === "hand") return tree;
  const { compare } = new Intl.Collator(order.language, { numeric: true });
  const weight = (count: number | undefined) => (order.by === "unread" ? (count ?? 0) : 0);
  const folders = tree.folders
    .map((node) => ({ ...node, ...inTreeOrder(node, order) }))
    .sort(
      ({ folder: one }, { folder: other }) =>
        weight(order.folderCounts.get(other.id)) - weight(order.folderCounts.get(one.id)) ||
        compare(one.name, other.name),
    );
  const subscriptions = [...tree.subscriptions].sort(
    (one, other) =>
      weight(order.feedCounts.get(other.feed_id)) - weight(order.feedCounts.get(one.feed_id)) ||
      compare(one.title, other.title),
  );
  return { folders, subscriptions };
}

/** Return all subscriptions from top to bottom, as the sidebar shows them. */
export function feedsInOrder({ folders, subscriptions }: FolderTree): Subscription[] {
  return [...folders.flatMap(feedsInOrder), ...subscriptions];
}

interface Shown {
  isFeedShown: (feedId: number) => boolean;
  isFolderShown: (folderId: number) => boolean;
}

/** Return the tree without what has nothing unread; a folder stays with what it holds. */
export function withoutRead(tree: FolderTree, shown: Shown): FolderTree {
  const folders = tree.folders
    .map((node) => ({ ...node, ...withoutRead(node, shown) }))
    .filter(
      (node) =>
        node.folders.length > 0 ||
        node.subscriptions.length > 0 ||
        shown.isFolderShown(node.folder.id),
    );
  const subscriptions = tree.subscriptions.filter((one) => shown.isFeedShown(one.feed_id));
  return { folders, subscriptions };
}

function grouped<One>(all: One[], keyOf: (one: One) => number | null) {
  const groups = new Map<number | null, One[]>();
  for (const one of all) {
    const key = keyOf(one);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}

function inOrder(
  one: { position: number; id: number },
  other: { position: number; id: number },
) {
  return one.position - other.position || one.id - other.id;
}
