// Where one goes on when a feed or folder has nothing unread any more. Pure.
import { type FolderNode, type FolderTree, feedsInOrder } from "./folder-tree";
import type { ListPlace, MarkablePlace } from "./list-scope";

interface Unread {
  feeds: ReadonlySet<number>;
  folders: ReadonlySet<number>;
}

/** Return the next feed after a feed, or folder after a folder, that has something unread, as
 * the sidebar shows them; past the end, from the top. */
export function nextPlace(
  tree: FolderTree,
  here: ListPlace,
  unread: Unread,
): Exclude<MarkablePlace, { kind: "all" }> | null {
  if (here.kind === "feed") {
    const ids = feedsInOrder(tree).map((one) => one.feed_id);
    const id = after(ids, here.id).find((one) => unread.feeds.has(one));
    return id === undefined ? null : { kind: "feed", id };
  }
  if (here.kind !== "folder") return null;
  const folders = foldersInOrder(tree.folders);
  const from = folders.findIndex((node) => node.folder.id === here.id);
  const isApart = (node: FolderNode) =>
    !holds(node, here.id) && !(folders[from] && holds(folders[from], node.folder.id));
  const ids = after(
    folders.map((node) => node.folder.id),
    here.id,
  );
  const apart = new Set(folders.filter(isApart).map((node) => node.folder.id));
  const id = ids.find((one) => apart.has(one) && unread.folders.has(one));
  return id === undefined ? null : { kind: "folder", id };
}

function after(ids: readonly number[], here: number): number[] {
  const at = ids.indexOf(here);
  return [...ids.slice(at + 1), ...ids.slice(0, Math.max(0, at))];
}

function foldersInOrder(folders: readonly FolderNode[]): FolderNode[] {
  return folders.flatMap((node) => [node, ...foldersInOrder(node.folders)]);
}

function holds(node: FolderNode, id: number): boolean {
  return node.folder.id === id || node.folders.some((inner) => holds(inner, id));
}
