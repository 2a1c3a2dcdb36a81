// Dragging feeds and folders in the sidebar. One set of listeners for the whole tree: rows
// carry `data-tree="feed-7"`, and the one below the pointer shows where it would drop.
import { type RefObject, useEffect, useRef } from "react";
import { dropMove, type TreeMove, type TreeNode, type Zone } from "@/lib/tree-moves";
import { useMoveFolder, useMoveSubscription } from "@/queries/feed-changes";
import { useFolders, useSubscriptions } from "@/queries/feeds";
import { toast } from "@/state/toasts";
import { useErrorText } from "./use-error-text";

const EDGE = 0.3;

/** Returns how to move something; its answer is whether it is there now. */
export function useMoveInTree(): (move: TreeMove | null) => Promise<boolean> {
  const moveFeed = useMoveSubscription();
  const moveFolder = useMoveFolder();
  const errorText = useErrorText();
  return async (move) => {
    if (!move) return false;
    try {
      // Awaited, not called back: the menu that asked is gone by now.
      await (move.kind === "feed" ? moveFeed : moveFolder).mutateAsync(move);
    } catch (error) {
      toast({ text: errorText(error), look: "danger" });
      return false;
    }
    return true;
  };
}

/** Listens in the whole tree, its heading included. */
export function useTreeDrag(tree: RefObject<HTMLElement | null>): void {
  const folders = useFolders().data ?? [];
  const subscriptions = useSubscriptions().data ?? [];
  const move = useMoveInTree();
  const latest = useRef({ folders, subscriptions, move });
  useEffect(() => {
    latest.current = { folders, subscriptions, move };
  });
  useEffect(() => {
    if (!tree.current) return;
    return listen(tree.current, (dragged, row, zone) => {
      const drop = dropMove(latest.current, dragged, nodeOf(row), zone);
      return drop && (() => void latest.current.move(drop));
    });
  }, [tree]);
}

type Find = (dragged: TreeNode, row: HTMLElement, zone: Zone) => (() => void) | null;

function listen(tree: HTMLElement, find: Find): () => void {
  let dragged: TreeNode | null = null;
  let shown: HTMLElement | null = null;
  const show = (row: HTMLElement | null, zone: Zone) => {
    if (shown && shown !== row) delete shown.dataset.drop;
    shown = row;
    if (row) row.dataset.drop = zone;
  };
  const start = (event: DragEvent) => {
    const row = rowOf(event);
    dragged = row && nodeOf(row);
    if (dragged && event.dataTransfer) event.dataTransfer.effectAllowed = "move";
  };
  const over = (event: DragEvent) => {
    const row = rowOf(event);
    if (!dragged || !row) return show(null, "into");
    const zone = zoneOf(row, event.clientY);
    const isPossible = find(dragged, row, zone) !== null;
    show(isPossible ? row : null, zone);
    if (isPossible) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    const row = rowOf(event);
    if (dragged && row) find(dragged, row, zoneOf(row, event.clientY))?.();
    event.preventDefault();
    end();
  };
  const end = () => {
    show(null, "into");
    dragged = null;
  };
  const stop = new AbortController();
  const { signal } = stop;
  tree.addEventListener("dragstart", start, { signal });
  tree.addEventListener("dragover", over, { signal });
  tree.addEventListener("drop", drop, { signal });
  tree.addEventListener("dragend", end, { signal });
  return () => stop.abort();
}

function rowOf(event: DragEvent): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest("[data-tree]") : null;
}

/** null: the top of the tree, which is its heading. */
function nodeOf(row: HTMLElement): TreeNode | null {
  const [kind, id] = (row.dataset.tree ?? "").split("-");
  return kind === "feed" || kind === "folder" ? { kind, id: Number(id) } : null;
}

function zoneOf(row: HTMLElement, y: number): Zone {
  const { top, height } = row.getBoundingClientRect();
  const at = (y - top) / height;
  const node = nodeOf(row);
  if (node?.kind === "feed") return at < 0.5 ? "before" : "after";
  if (node === null) return "into";
  if (at < EDGE) return "before";
  return at > 1 - EDGE ? "after" : "into";
}
