import type { RefObject } from "react";
import { useTreeDrag } from "@/hooks/use-tree-drag";

/** Renders nothing: makes the feeds and folders in `tree` draggable. */
export function SidebarDrag({ tree }: { tree: RefObject<HTMLElement | null> }) {
  useTreeDrag(tree);
  return null;
}
