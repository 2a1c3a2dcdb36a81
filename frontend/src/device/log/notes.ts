// The lines that other pages noted in local storage, for whoever takes them over.
import { recall } from "@/lib/local-store";
import type { Line } from "@/lib/pending";
import { BEGIN, page } from "./log";

/** Return the names of the notes of other pages, whether these are still there or not. */
export function notesOfOthers(): string[] {
  return Object.keys(localStorage)
    .map((name) => name.slice("tidings.".length))
    .filter((name) => name.startsWith(BEGIN) && name !== page);
}

/** Return the lines of an account in a note. */
export function readNote(name: string, owner: number): Line[] {
  const found = recall(name);
  return Array.isArray(found) ? (found as Line[]).filter((line) => line.owner === owner) : [];
}
