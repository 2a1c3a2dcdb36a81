// What an instance with AI says of an entry; without AI none of it is there. Pure.
import type { Scores, Summary } from "@/api/types";
import { repeatsBeginning } from "./said-twice";

export const SCORE_NAMES = [
  "framing",
  "clickbait",
  "persuasive",
  "hyper_stimulus",
  "speculative",
] as const satisfies readonly (keyof Scores)[];

/** Return what the text of a summary says beyond its first line. */
export function restOfSummary({ one_line, text }: Pick<Summary, "one_line" | "text">): string {
  const [first, whole] = [one_line ?? "", text ?? ""];
  return whole.startsWith(first) ? whole.slice(first.length).trim() : whole;
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

/** Whether a text has too little in it to be summarised: nobody asked for that to be said. */
export function isHopeless({ state, code }: Pick<Summary, "state" | "code">): boolean {
  return state === "failed" && code === "no_text";
}

const SHORT_MINUTES = 3;

/** Whether a summary says less than the entry itself: sentences of a short text do not, and
 * neither do those with which the text begins. */
export function isWorthShowing(
  { kind, one_line }: Pick<Summary, "kind" | "one_line">,
  readingMinutes: number | null,
  html: string,
): boolean {
  if (kind !== "excerpt") return true;
  return (readingMinutes ?? 0) >= SHORT_MINUTES && !repeatsBeginning(one_line ?? "", html);
}
