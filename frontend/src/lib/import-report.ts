// What a finished import says, whichever kind it was: how many, and what did not work. Pure.
import type { Job } from "@/api/types";

export interface ImportReport {
  followed: number;
  followedBefore: number;
  problems: { where: string; line: number | null; reason: string }[];
}

export function importReport({ result }: Pick<Job, "result">): ImportReport {
  const items = records(result.items);
  const before = items.filter((item) => item.is_new === false).length;
  const failed = items
    .filter((item) => !("subscription_id" in item) || text(item.problem) !== "")
    .map((item) => ({
      where: text(item.title) || text(item.url),
      line: null,
      reason: text(item.message) || text(item.problem),
    }));
  const listed = records(result.problems).map((problem) => ({
    where: "",
    line: number(problem.line) || null, // 0: the whole file
    reason: text(problem.reason),
  }));
  return {
    followed: items.length > 0 ? number(result.followed) - before : number(result.followed),
    followedBefore: items.length > 0 ? before : number(result.followed_before),
    problems: [...failed, ...listed],
  };
}

export interface DataReport {
  broughtIn: { kind: string; count: number }[];
  thereBefore: number;
  refused: number;
  problems: { line: number | null; reason: string }[];
  notes: DataNote[]; // what is not as it was, though it was brought in
}

const NOTED = ["publication", "webhook"] as const;
export type DataNote = (typeof NOTED)[number];

export function dataReport({ result }: Pick<Job, "result">): DataReport {
  const kinds = isRecord(result.brought_in) ? result.brought_in : {};
  const hasNotes = Array.isArray(result.notes) && result.notes.length > 0;
  return {
    broughtIn: Object.entries(kinds).map(([kind, count]) => ({ kind, count: number(count) })),
    thereBefore: number(result.there_before),
    refused: number(result.refused),
    problems: records(result.problems).map((problem) => ({
      line: number(problem.line) || null,
      reason: text(problem.reason),
    })),
    // The server says it in English, once for each of these kinds; here it is translated.
    notes: hasNotes ? NOTED.filter((kind) => number(kinds[kind]) > 0) : [],
  };
}

function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function number(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
