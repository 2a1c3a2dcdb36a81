// Where a text is on the screen, counted in its letters: pictures that come later, other
// fonts and other widths move it least that way.

/** Return how much of a text is above a line of the screen, 0 to 1. */
export function shareAbove(root: HTMLElement, line: number): number {
  const nodes = textNodes(root);
  const total = lengthOf(nodes);
  let before = 0;
  for (const node of nodes) {
    const { top, bottom, height } = boxOf(node);
    if (height > 0 && bottom > line) {
      const inside = Math.min(1, Math.max(0, (line - top) / height));
      return (before + inside * node.length) / total;
    }
    before += node.length;
  }
  return total === 0 ? 0 : 1;
}

/** Return at which line of the screen a part of the text ends. */
export function lineAt(root: HTMLElement, share: number): number {
  const nodes = textNodes(root);
  let left = share * lengthOf(nodes);
  for (const node of nodes) {
    const { top, height } = boxOf(node);
    if (height > 0 && left <= node.length) return top + (height * left) / node.length;
    left -= node.length;
  }
  return root.getBoundingClientRect().bottom;
}

function textNodes(root: HTMLElement): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (node.data.trim() !== "") found.push(node);
  }
  return found;
}

function lengthOf(nodes: readonly Text[]): number {
  return nodes.reduce((sum, node) => sum + node.length, 0);
}

function boxOf(node: Text): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(node);
  return range.getBoundingClientRect();
}
