// The search language while one types it: what could come next. Pure.
import { folded } from "./fuzzy";

export interface Suggestion {
  /** What the piece under the caret becomes. */
  insert: string;
  kind: "operator" | "feed" | "folder" | "tag" | "state" | "language";
}

export interface KnownNames {
  feed: readonly string[];
  folder: readonly string[];
  tag: readonly string[];
  lang: readonly string[];
}

export const OPERATORS = [
  "title:",
  "author:",
  "feed:",
  "folder:",
  "in:",
  "tag:",
  "is:",
  "has:",
  "inurl:",
  "lang:",
  "after:",
  "before:",
  "newer:",
  "older:",
] as const;
const VALUES: Record<string, readonly string[]> = {
  is: ["unread", "read", "starred"],
  has: ["audio", "video", "image", "notes", "highlight"],
  newer: ["24h", "7d", "2w", "3m", "1y"],
  older: ["24h", "7d", "2w", "3m", "1y"],
};
const KINDS = { feed: "feed", folder: "folder", tag: "tag", lang: "language" } as const;

interface Piece {
  start: number;
  end: number;
  text: string;
}

/** Return the piece that ends at the caret: a quotation is one piece. */
export function pieceAt(text: string, caret: number): Piece {
  const before = text.slice(0, caret);
  const piece = /(?:[^\s"]*"[^"]*"?|[^\s"]+)$/.exec(before)?.[0] ?? "";
  return { start: caret - piece.length, end: caret, text: piece };
}

/** Return what could be typed there; nothing typed: nothing. */
export function suggestionsFor(
  text: string,
  caret: number,
  names: KnownNames,
  most: number,
): Suggestion[] {
  const { text: piece } = pieceAt(text, caret);
  const [, minus = "", field = "", value = ""] = /^(-?)([a-z]*:)?(.*)$/is.exec(piece) ?? [];
  if (piece === "" || piece === "-") return [];
  if (field === "") return operatorsLike(minus, value, most);
  return valuesFor(field.slice(0, -1).toLowerCase(), value, names)
    .slice(0, most)
    .map(({ value: chosen, kind }) => ({ insert: `${minus}${field}${quoted(chosen)}`, kind }))
    .filter((one) => one.insert !== piece);
}

function operatorsLike(minus: string, typed: string, most: number): Suggestion[] {
  const wanted = typed.toLowerCase();
  return OPERATORS.filter((one) => one.startsWith(wanted))
    .slice(0, most)
    .map((one) => ({ insert: `${minus}${one}`, kind: "operator" as const }));
}

function valuesFor(
  field: string,
  value: string,
  names: KnownNames,
): { value: string; kind: Suggestion["kind"] }[] {
  const wanted = folded(value.replaceAll('"', ""));
  if (Object.hasOwn(VALUES, field)) {
    return (VALUES[field] ?? [])
      .filter((one) => one.startsWith(wanted))
      .map((one) => ({ value: one, kind: "state" as const }));
  }
  if (field === "in")
    return [...valuesFor("folder", value, names), ...valuesFor("feed", value, names)];
  if (!(field in KINDS)) return [];
  const known = field as keyof typeof KINDS;
  return names[known]
    .filter((name) => folded(name).includes(wanted))
    .map((name) => ({ value: name, kind: KINDS[known] }));
}

function quoted(name: string): string {
  const safe = name.replaceAll('"', "");
  return /[\s:-]/.test(safe) ? `"${safe}"` : safe;
}

/** Return a query that also needs these terms, whatever it holds; the empty one says nothing. */
export function narrowed(query: string, terms: readonly string[]): string {
  if (terms.length === 0 || query.trim() === "") return [...terms, query].join(" ").trim();
  return `${terms.join(" ")} (${closed(query)})`;
}

/** Return a query that brackets can hold: its own are in order, its quotation has an end. */
function closed(query: string): string {
  const parts = query.split(/(["“”„‟«»])/);
  let depth = 0;
  let isQuoted = false;
  const kept = parts.map((part, place) => {
    if (place % 2 === 1) {
      isQuoted = !isQuoted;
      return part;
    }
    if (isQuoted) return part;
    return part.replace(/[()]/g, (bracket) => {
      if (bracket === ")" && depth === 0) return " ";
      depth += bracket === "(" ? 1 : -1;
      return bracket;
    });
  });
  return kept.join("") + (isQuoted ? '"' : "") + ")".repeat(depth);
}

/** Return the text and the caret once a suggestion is taken. */
export function takeSuggestion(
  text: string,
  caret: number,
  { insert }: Suggestion,
): { text: string; caret: number } {
  const { start, end } = pieceAt(text, caret);
  // After an operator comes its value at once; after a value, the next piece.
  const space = insert.endsWith(":") || text[end] === " " ? "" : " ";
  const head = `${text.slice(0, start)}${insert}${space}`;
  return { text: head + text.slice(end), caret: head.length };
}
