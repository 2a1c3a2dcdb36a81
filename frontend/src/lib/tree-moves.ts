// Moving feeds and folders in their tree: which positions change. Pure.
import type { Folder, Subscription } from "@/api/types";

interface Placed {
  id: number;
  position: number;
}

const STEP = 1024;

/** Return the new positions that put one among its siblings before index `to`; as few as
 * possible, because each feed is one request. */
export function placeAmong(siblings: readonly Placed[], id: number, to: number): Placed[] {
  const others = siblings.filter((one) => one.id !== id);
  const before = siblings.slice(0, to).filter((one) => one.id !== id).length;
  const left = others[before - 1]?.position ?? -1;
  const right = others[before]?.position ?? left + 2 * STEP;
  const isOrdered = others.every((one, at) => at === 0 || prior(others, at) < one.position);
  const middle = Math.floor((left + right) / 2);
  if (isOrdered && middle > left && middle < right) return [{ id, position: middle }];
  const order = [...others.slice(0, before).map(idOf), id, ...others.slice(before).map(idOf)];
  const known = new Map(siblings.map((one) => [one.id, one.position]));
  return order
    .map((one, at) => ({ id: one, position: (at + 1) * STEP }))
    .filter((one) => known.get(one.id) !== one.position);
}

function prior(others: readonly Placed[], at: number): number {
  return others[at - 1]?.position ?? -1;
}

function idOf(one: Placed): number {
  return one.id;
}

/** Return whether a folder may be in another: never in itself or in what it holds. */
export function canHold(
  folders: readonly Folder[],
  target: number | null,
  moved: number,
): boolean {
  const parents = new Map(folders.map((folder) => [folder.id, folder.parent_id]));
  const seen = new Set<number>();
  for (let at = target; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
    if (at === moved) return false;
    seen.add(at);
  }
  return true;
}

export interface TreeNode {
  kind: "feed" | "folder";
  id: number; // of the subscription, or of the folder
}
export type Zone = "before" | "after" | "into";

export interface TreeMove {
  kind: TreeNode["kind"];
  id: number;
  folderId: number | null; // where it goes
  positions: { id: number; position: number }[];
}

interface Tree {
  folders: readonly Folder[];
  subscriptions: readonly Pick<Subscription, "id" | "position" | "folder_id">[];
}

/** Return what dropping one thing on another means; null: it may not be there. A
 * target of null is the top of the tree. */
export function dropMove(
  tree: Tree,
  dragged: TreeNode,
  target: TreeNode | null,
  zone: Zone,
): TreeMove | null {
  if (target?.kind === dragged.kind && target.id === dragged.id) return null;
  const folderId = folderAt(tree, dragged, target, zone);
  if (folderId === undefined) return null;
  if (dragged.kind === "folder" && !canHold(tree.folders, folderId, dragged.id)) return null;
  const siblings = childrenOf(tree, dragged.kind, folderId);
  const beside = siblings.findIndex((one) => one.id === target?.id);
  const isBeside = target?.kind === dragged.kind && zone !== "into" && beside >= 0;
  const to = isBeside ? beside + (zone === "after" ? 1 : 0) : siblings.length;
  return { ...dragged, folderId, positions: placeAmong(siblings, dragged.id, to) };
}

/** Return one step up or down among its siblings; null: it is at the end already. */
export function stepMove(tree: Tree, node: TreeNode, step: 1 | -1): TreeMove | null {
  const own = (node.kind === "feed" ? tree.subscriptions : tree.folders).find(
    (one) => one.id === node.id,
  );
  if (!own) return null;
  const folderId = "folder_id" in own ? own.folder_id : own.parent_id;
  const siblings = childrenOf(tree, node.kind, folderId);
  const other = siblings[siblings.findIndex((one) => one.id === node.id) + step];
  if (!other) return null;
  return dropMove(tree, node, { kind: node.kind, id: other.id }, step > 0 ? "after" : "before");
}

/** Return the folder that something dropped here is in; undefined: nowhere. */
function folderAt(
  { folders, subscriptions }: Tree,
  dragged: TreeNode,
  target: TreeNode | null,
  zone: Zone,
): number | null | undefined {
  if (target === null) return null;
  if (target.kind === "feed") {
    // A folder has no place between feeds: folders are above them.
    if (dragged.kind === "folder") return undefined;
    return subscriptions.find((one) => one.id === target.id)?.folder_id;
  }
  if (dragged.kind === "feed" || zone === "into") return target.id;
  return folders.find((one) => one.id === target.id)?.parent_id;
}

function childrenOf(tree: Tree, kind: TreeNode["kind"], folderId: number | null): Placed[] {
  const inFolder =
    kind === "feed"
      ? tree.subscriptions.filter((one) => one.folder_id === folderId)
      : tree.folders.filter((one) => one.parent_id === folderId);
  return [...inFolder].sort((one, other) => one.position - other.position || one.id - other.id);
}
