// What the form of a published list holds, and what of it is sent. Pure.
import type { components } from "@/api/schema";

type Schemas = components["schemas"];
type Publication = Schemas["PublicationView"];

export type Source = Publication["source"];
export const SOURCES: readonly Source[] = [
  "starred",
  "folder",
  "tag",
  "search",
  "stories",
  "all",
];

export const CEILINGS = [
  "overall",
  "framing",
  "clickbait",
  "persuasive",
  "hyper_stimulus",
  "speculative",
] as const;
export type CeilingName = (typeof CEILINGS)[number];

/** Percent; this much means that any score will do. */
export const ANY_SCORE = 100;
export const MOST_ENTRIES = 200;

export interface PublicationDraft {
  source: Source;
  /** The folder, tag or search, by its id or name; empty: not chosen yet. */
  of: string;
  title: string;
  ceilings: Record<CeilingName, number>;
  neutral: boolean;
  fullContent: boolean;
  limit: number;
}

export const NEW_PUBLICATION: PublicationDraft = {
  source: "starred",
  of: "",
  title: "",
  ceilings: percents({}),
  neutral: false,
  fullContent: false,
  limit: 50,
};

export function draftOf(publication: Publication): PublicationDraft {
  return {
    source: publication.source,
    of: String(publication.folder_id ?? publication.tag ?? publication.search_id ?? ""),
    title: publication.title,
    ceilings: percents(publication.ceilings),
    neutral: publication.neutral,
    fullContent: publication.full_content,
    limit: publication.limit,
  };
}

/** Whether a source is one of several, to be chosen. */
export function needsChoice(source: Source): source is "folder" | "tag" | "search" {
  return source === "folder" || source === "tag" || source === "search";
}

export function isReady(draft: PublicationDraft): boolean {
  const { source, of, title, limit } = draft;
  return title.trim() !== "" && isLimit(limit) && (!needsChoice(source) || of !== "");
}

export function isLimit(limit: number): boolean {
  return Number.isInteger(limit) && limit >= 1 && limit <= MOST_ENTRIES;
}

export function newPublication(draft: PublicationDraft): Schemas["NewPublication"] {
  const { source, of } = draft;
  return {
    source,
    ...(source === "folder" ? { folder_id: Number(of) } : {}),
    ...(source === "tag" ? { tag: of } : {}),
    ...(source === "search" ? { search_id: of } : {}),
    ...changesOf(draft),
  };
}

/** What can be different afterwards: everything but what the list is of. */
export function changesOf(draft: PublicationDraft) {
  return {
    title: draft.title.trim(),
    ceilings: shares(draft.ceilings),
    neutral: draft.neutral,
    full_content: draft.fullContent,
    limit: draft.limit,
  };
}

/** Whether something of it works only where entries are rated. */
export function usesScores(draft: PublicationDraft): boolean {
  return draft.neutral || Object.keys(shares(draft.ceilings)).length > 0;
}

function percents(shares: Record<string, number>): Record<CeilingName, number> {
  const named = CEILINGS.map((name) => [name, Math.round((shares[name] ?? 1) * 100)]);
  return Object.fromEntries(named);
}

function shares(percents: Record<CeilingName, number>): Partial<Record<CeilingName, number>> {
  const below = CEILINGS.filter((name) => percents[name] < ANY_SCORE);
  return Object.fromEntries(below.map((name) => [name, percents[name] / 100]));
}
