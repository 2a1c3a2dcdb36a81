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
    line: number(problem.line),
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
  problems: string[];
}

export function dataReport({ result }: Pick<Job, "result">): DataReport {
  const kinds = isRecord(result.brought_in) ? result.brought_in : {};
  return {
    broughtIn: Object.entries(kinds).map(([kind, count]) => ({ kind, count: number(count) })),
    thereBefore: number(result.there_before),
    refused: number(result.refused),
    problems: Array.isArray(result.problems) ? result.problems.map(text) : [],
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
