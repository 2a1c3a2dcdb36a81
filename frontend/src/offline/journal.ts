// What was wished and has no answer yet, written down before it is sent: whoever closes the
// page meanwhile loses nothing. One note for each page, so that pages never write into each
// other's; light, because it comes with the app.
import { forget, recall, remember } from "@/lib/local-store";
import type { Wish } from "@/queries/deliver";

interface Line {
  owner: number | null; // the account that wishes it; null: it is not known yet
  wish: Wish;
}

const BEGIN = "unsent.";
const page = `${BEGIN}${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;
const lines = new Set<Line>();
let isAlive = false;

/** Write a wish down; call what is returned when the server has it, or somebody else does. */
export function noteDown(wish: Wish): () => void {
  live();
  const account = recall("account") as { id?: number } | null;
  const line = { owner: account?.id ?? null, wish };
  lines.add(line);
  write();
  return () => {
    if (lines.delete(line)) write();
  };
}

/** Return what this page still waits for. */
export function unanswered(): Wish[] {
  return [...lines].map(({ wish }) => wish);
}

/** Return the names of the notes of other pages, whether these are still there or not. */
export function notesOfOthers(): string[] {
  return Object.keys(localStorage)
    .map((name) => name.slice("tidings.".length))
    .filter((name) => name.startsWith(BEGIN) && name !== page);
}

/** Return what an account wished in a note. */
export function readNote(name: string, owner: number): Wish[] {
  const found = recall(name);
  if (!Array.isArray(found)) return [];
  return (found as Line[]).filter((line) => line.owner === owner).map(({ wish }) => wish);
}

function write(): void {
  if (lines.size === 0) forget(page);
  else remember(page, [...lines]);
}

/** While this page is there, its note is its own affair: the browser ends the lock with it. */
function live(): void {
  if (isAlive) return;
  isAlive = true;
  void navigator.locks?.request(page, () => new Promise(() => undefined));
}
