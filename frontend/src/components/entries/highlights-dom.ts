// Passages in the page: reads its text as the server does, and paints marks into it.
import { type Colour, shownColour } from "@/lib/highlights";
import {
  type FlatText,
  findPassage,
  flatten,
  type Passage,
  passageAt,
  piecesOf,
  remaining,
  type Span,
  spanOf,
  type TextRun,
} from "@/lib/passages";

export interface PaintedMark {
  id: string;
  colour: string;
  hasNote: boolean;
  passage: Passage;
}

interface PageText {
  flat: FlatText;
  nodes: Text[];
}

// What we put into the text ourselves, and what the server does not count as text.
const UNREAD = "[data-own], audio, video, svg, script, style, template";
const BLOCKS = new Set(
  "ADDRESS ARTICLE ASIDE BLOCKQUOTE BR CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL".split(
    " ",
  ),
);

/** Return the passage that is selected inside `root`; null: none, or only space. */
export function selectedPassage(root: HTMLElement): { passage: Passage; range: Range } | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!range.intersectsNode(root)) return null;
  const { flat, nodes } = readText(root);
  const inside = nodes.flatMap((node, run) => (range.intersectsNode(node) ? [run] : []));
  const [first, last] = [inside[0], inside.at(-1)];
  if (first === undefined || last === undefined) return null;
  const start = nodes[first] === range.startContainer ? range.startOffset : 0;
  const end = nodes[last] === range.endContainer ? range.endOffset : nodes[last]?.length;
  const span = spanOf(flat, { run: first, offset: start }, { run: last, offset: end ?? 0 });
  return span && { passage: passageAt(flat.text, span), range };
}

/** Paint all marks again. Returns the ids whose passages are in this text. */
export function paint(root: HTMLElement, marks: readonly PaintedMark[]): Set<string> {
  const focused = unpaint(root);
  const found = marks.length === 0 ? new Set<string>() : paintAll(root, marks);
  if (focused !== null) focusMark(root, focused);
  return found;
}

interface Piece extends Span {
  mark: PaintedMark;
}

function paintAll(root: HTMLElement, marks: readonly PaintedMark[]): Set<string> {
  const { flat, nodes } = readText(root);
  const pieces = piecesByRun(flat, marks);
  for (const [run, inRun] of pieces) {
    // From the end, so that the places before stay what they are.
    inRun.sort((one, other) => other.start - one.start);
    const node = nodes[run];
    if (node) for (const piece of inRun) wrap(node, piece, piece.mark);
  }
  const found = new Set([...pieces.values()].flat().map((piece) => piece.mark.id));
  for (const id of found) makeReachable(root, id);
  for (const mark of marks) if (mark.hasNote) showNote(root, mark.id);
  return found;
}

function piecesByRun(flat: FlatText, marks: readonly PaintedMark[]): Map<number, Piece[]> {
  const pieces = new Map<number, Piece[]>();
  const spans = marks.flatMap((mark) => {
    const span = findPassage(flat.text, mark.passage);
    return span ? [{ ...span, mark }] : [];
  });
  // The shorter of two that overlap lies on top, or one could not reach it.
  spans.sort((one, other) => one.end - one.start - (other.end - other.start));
  for (const { mark, ...span } of spans) {
    for (const { run, ...part } of piecesOf(flat, span)) {
      const taken = pieces.get(run) ?? [];
      const free = remaining(part, taken).map((one) => ({ ...one, mark }));
      pieces.set(run, [...taken, ...free]);
    }
  }
  return pieces;
}

/** Take all marks away. Returns the id of the one that had the focus; null: none had. */
function unpaint(root: HTMLElement): string | null {
  const painted = root.querySelectorAll<HTMLElement>("mark[data-highlight]");
  let focused: string | null = null;
  for (const mark of painted) {
    if (mark === document.activeElement) focused = mark.dataset.highlight ?? null;
    mark.replaceWith(...mark.childNodes);
  }
  if (painted.length > 0) root.normalize();
  return focused;
}

/** The focus is never lost: it goes to the mark as it is now, or to the text it stood in. */
function focusMark(root: HTMLElement, id: string): void {
  const mark = root.querySelector<HTMLElement>(`mark[data-highlight="${id}"][tabindex]`);
  (mark ?? root).focus({ preventScroll: true });
}

function wrap(node: Text, { start, end }: Span, mark: PaintedMark): void {
  const part = start === 0 ? node : node.splitText(start);
  if (end - start < part.length) part.splitText(end - start);
  const element = document.createElement("mark");
  element.dataset.highlight = mark.id;
  element.dataset.colour = shownColour(mark.colour) satisfies Colour;
  part.replaceWith(element);
  element.append(part);
}

/** A highlight may be in many pieces; the keyboard stops at its first. */
function makeReachable(root: HTMLElement, id: string): void {
  const first = root.querySelector<HTMLElement>(`mark[data-highlight="${id}"]`);
  if (!first) return;
  first.tabIndex = 0;
  first.setAttribute("role", "button");
  first.setAttribute("aria-haspopup", "dialog");
}

/** The sign of a note appears once, where its passage ends. */
function showNote(root: HTMLElement, id: string): void {
  const pieces = root.querySelectorAll<HTMLElement>(`mark[data-highlight="${id}"]`);
  const last = pieces[pieces.length - 1];
  if (last) last.dataset.note = "";
}

function readText(root: HTMLElement): PageText {
  const runs: TextRun[] = [];
  const nodes: Text[] = [];
  let isApart = false;
  const visit = (node: Node) => {
    if (node instanceof Text) {
      runs.push({ text: node.data, apart: isApart });
      nodes.push(node);
      isApart = false;
    } else if (node instanceof Element && !node.matches(UNREAD)) {
      const isBlock = BLOCKS.has(node.tagName);
      isApart ||= isBlock;
      node.childNodes.forEach(visit);
      isApart ||= isBlock;
    }
  };
  root.childNodes.forEach(visit);
  return { flat: flatten(runs), nodes };
}
