// What an instance with AI says of an entry. Without AI none of it is there, and an older
// or newer server may say less or more: so it is read with care, from anything. Pure.

export const SCORE_NAMES = [
  "framing",
  "clickbait",
  "persuasive",
  "hyper_stimulus",
  "speculative",
] as const;
export type ScoreName = (typeof SCORE_NAMES)[number];
export type Scores = Partial<Record<ScoreName, number>>; // 0 to 1
export type AiState = "ready" | "pending" | "failed" | "none";

export interface Summary {
  state: AiState;
  oneLine: string;
  text: string;
  language: string;
  kind: "ai" | "excerpt" | null;
  model: string | null;
  madeAt: number | null;
  reason: string | null;
}

/** Return what the text of a summary says beyond its first line. */
export function restOfSummary({ oneLine, text }: Pick<Summary, "oneLine" | "text">): string {
  return text.startsWith(oneLine) ? text.slice(oneLine.length).trim() : text;
}

export interface Deframed {
  state: AiState;
  title: string;
  description: string;
  titleReason: string;
  descriptionReason: string;
  scores: Scores;
  reasons: Partial<Record<ScoreName, string>>;
  overall: number | null; // 0 to 1
  category: string;
  facts: { fact: string; quote: string }[];
  model: string | null;
  madeAt: number | null;
  reason: string | null;
}

export interface StoryMark {
  id: string;
  size: number;
}

/** Whether two titles say the same: spaces, case and a final dot do not count. */
export function isSameTitle(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

function bare(title: string): string {
  return title
    .trim()
    .replace(/[\s.]+$/u, "")
    .replace(/\s+/gu, " ")
    .toLowerCase();
}

/** Whether a summary says less than the entry itself: sentences of a short text do not. */
export function isWorthShowing(summary: Summary, readingMinutes: number | null): boolean {
  return summary.kind !== "excerpt" || (readingMinutes ?? 0) >= SHORT_MINUTES;
}

const SHORT_MINUTES = 3;

type Fields = Record<string, unknown>;
const STATES: readonly AiState[] = ["ready", "pending", "failed", "none"];

/** Return the summary of an opened entry; null: this reader or instance has none. */
export function readSummary(entry: object): Summary | null {
  const said = fieldsOf((entry as Fields).summary);
  if (said === null) return null;
  return {
    state: stateOf(said),
    oneLine: textOf(said.one_line),
    text: textOf(said.text),
    language: textOf(said.language),
    kind: said.kind === "ai" || said.kind === "excerpt" ? said.kind : null,
    ...origin(said),
  };
}

/** Return an entry's neutral title and scores; null: there is no such thing here. */
export function readDeframed(entry: object): Deframed | null {
  const said = fieldsOf((entry as Fields).deframed);
  if (said === null) return null;
  return {
    state: stateOf(said),
    title: textOf(said.title),
    description: textOf(said.description),
    titleReason: textOf(said.title_reason),
    descriptionReason: textOf(said.description_reason),
    scores: scoresOf(said.scores),
    reasons: reasonsOf(said.reasons),
    overall: scoreOf(said.overall),
    category: textOf(said.category),
    facts: factsOf(said.facts),
    ...origin(said),
  };
}

/** Return the story an entry is part of; null: it stands alone. */
export function readStoryMark(entry: object): StoryMark | null {
  const said = fieldsOf((entry as Fields).story);
  if (said === null) return null;
  const id = typeof said.id === "number" ? String(said.id) : textOf(said.id);
  const size = Number(said.size);
  return id !== "" && size > 1 ? { id, size } : null;
}

function origin(said: Fields) {
  return {
    model: textOf(said.model) || null,
    madeAt: typeof said.made_at === "number" ? said.made_at : null,
    reason: textOf(said.reason) || null,
  };
}

function stateOf(said: Fields): AiState {
  // In lists there is no state: what is there is ready.
  return STATES.find((one) => one === said.state) ?? "ready";
}

function scoresOf(value: unknown): Scores {
  const said = fieldsOf(value) ?? {};
  const found = SCORE_NAMES.map((name) => [name, scoreOf(said[name])] as const);
  return Object.fromEntries(found.filter(([, score]) => score !== null));
}

function scoreOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value)
    ? Math.max(0, Math.min(1, value))
    : null;
}

function reasonsOf(value: unknown): Deframed["reasons"] {
  const said = fieldsOf(value) ?? {};
  const found = SCORE_NAMES.map((name) => [name, textOf(said[name])] as const);
  return Object.fromEntries(found.filter(([, reason]) => reason !== ""));
}

function factsOf(value: unknown): Deframed["facts"] {
  if (!Array.isArray(value)) return [];
  const facts = value.map((one) => {
    const said = fieldsOf(one) ?? {};
    return { fact: textOf(said.fact), quote: textOf(said.quote) };
  });
  return facts.filter((one) => one.fact !== "");
}

function fieldsOf(value: unknown): Fields | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : null;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}
