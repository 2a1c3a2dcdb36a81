// Highlighting without a pointer: a key selects a paragraph, the keys that move in a list go
// from one to the next, Shift and arrows are the browser's own; the same key again leads to
// what can be done with it.
import { type RefObject, useRef } from "react";
import { useShortcuts } from "@/hooks/shortcuts";

const BLOCK = "p, li, blockquote, pre, h1, h2, h3, h4, h5, h6, dt, dd, td, th, figcaption, div";

interface PassageKeys {
  root: HTMLElement | null;
  bar: RefObject<HTMLElement | null>;
  isSelected: boolean;
  clear: () => void;
}

export function usePassageKeys({ root, bar, isSelected, clear }: PassageKeys): void {
  const block = useRef<Element | null>(null); // the one that a key has selected
  const take = (next: Element | undefined) => {
    if (!root || !next) return;
    block.current = next;
    root.focus({ preventScroll: true });
    document.getSelection()?.selectAllChildren(next);
    next.scrollIntoView({ block: "nearest" });
  };
  const step = (by: number) => {
    const isOurs = isSelected && block.current && isStillSelected(block.current);
    if (!root || !isOurs) return false;
    const blocks = blocksIn(root);
    take(blocks[blocks.indexOf(block.current as Element) + by]);
  };
  useShortcuts({
    highlight: () => {
      if (!root) return false;
      if (isSelected) bar.current?.querySelector("button")?.focus();
      else take(firstInView(root));
    },
    moveDown: () => step(1),
    moveUp: () => step(-1),
    // Escape lets go of the selection first, and closes the entry only after that.
    closeEntry: () => (isSelected ? clear() : false),
  });
}

function isStillSelected(block: Element): boolean {
  const selection = document.getSelection();
  return Boolean(selection && !selection.isCollapsed && selection.containsNode(block, true));
}

/** The parts of a text that hold words themselves, in their order. */
function blocksIn(root: HTMLElement): Element[] {
  const blocks = [...root.querySelectorAll(BLOCK)].filter(
    (one) => one.querySelector(BLOCK) === null && !one.closest("[data-own]"),
  );
  const filled = blocks.filter((one) => one.textContent?.trim() && one.getClientRects().length);
  return filled.length > 0 ? filled : [root];
}

function firstInView(root: HTMLElement): Element | undefined {
  const tools = root.closest("article")?.querySelector('[role="toolbar"]');
  const top = Math.max(0, tools?.getBoundingClientRect().bottom ?? 0);
  const blocks = blocksIn(root);
  return blocks.find((one) => one.getBoundingClientRect().top >= top) ?? blocks.at(-1);
}
