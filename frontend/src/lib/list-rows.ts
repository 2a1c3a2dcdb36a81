// A list of entries as the rows that are rendered: days as headings, and one or more entries
// beside each other. Also the steps one can take in it. Pure.
import type { ListedEntry } from "@/api/types";
import type { ListScope } from "./list-scope";

export type ListRow<One = ListedEntry> =
  | { kind: "day"; key: string; at: number }
  | { kind: "entries"; key: string; first: number; entries: One[] };

const DAY = 86_400_000; // milliseconds

type Dated = Pick<ListedEntry, "id" | "sort_at">;
type Readable = Pick<ListedEntry, "id" | "read">;

interface Look {
  columns: number;
  /** null: no headings. Otherwise a name that two entries of one day share. */
  dayOf: ((at: number) => string) | null;
}

/** Days make sense only where entries are sorted by time. */
export function isByDay({ order, kind }: ListScope): boolean {
  return (order === "newest" || order === "oldest") && kind !== "search";
}

export function listRows<One extends Dated>(
  entries: readonly One[],
  { columns, dayOf }: Look,
): ListRow<One>[] {
  const rows: ListRow<One>[] = [];
  let day = "";
  let open: One[] | null = null;
  entries.forEach((entry, index) => {
    const its = dayOf?.(entry.sort_at) ?? "";
    if (its !== day) {
      day = its;
      open = null;
      rows.push({ kind: "day", key: `day-${its}-${index}`, at: entry.sort_at });
    }
    if (open === null || open.length >= columns) {
      open = [];
      rows.push({ kind: "entries", key: `entry-${entry.id}`, first: index, entries: open });
    }
    open.push(entry);
  });
  return rows;
}

/** Return the day of a time at the reader's place. */
export function localDay(at: number): string {
  const date = new Date(at / 1000);
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}

/** Return the row that holds the entry at an index. */
export function rowAt(rows: readonly ListRow<unknown>[], index: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (firstFrom(rows, middle) <= index) low = middle;
    else high = middle - 1;
  }
  const row = rows[low];
  return row?.kind === "day" ? low + 1 : low;
}

/** Return the index of the first entry at or below a row. */
export function firstFrom(rows: readonly ListRow<unknown>[], row: number): number {
  const here = rows[row];
  if (here?.kind === "entries") return here.first;
  const next = rows[row + 1];
  return next?.kind === "entries" ? next.first : 0;
}

/** Return the entry some steps from another; from nowhere, the first or none. */
export function stepFrom<One extends { id: number }>(
  entries: readonly One[],
  id: number | null,
  step: number,
): One | null {
  const at = entries.findIndex((one) => one.id === id);
  if (at < 0) return step > 0 ? (entries[0] ?? null) : null;
  return entries[at + step] ?? null;
}

/** Return the next unread entry after another, from the top if none is below. */
export function nextUnread<One extends Readable>(
  entries: readonly One[],
  id: number | null,
): One | null {
  const at = entries.findIndex((one) => one.id === id);
  const below = entries.slice(at + 1).find((one) => !one.read);
  return below ?? entries.slice(0, Math.max(0, at)).find((one) => !one.read) ?? null;
}

/** Return the unread entries between two indexes, the second not included. */
export function unreadBetween(
  entries: readonly Readable[],
  from: number,
  to: number,
): number[] {
  return entries
    .slice(Math.max(0, from), Math.max(0, to))
    .filter((one) => !one.read)
    .map((one) => one.id);
}

/** Return the unread entries from before a time. */
export function unreadBefore(entries: readonly (Readable & Dated)[], before: number): number[] {
  return entries.filter((one) => !one.read && one.sort_at < before).map((one) => one.id);
}

/** Return the time some days before another (milliseconds), as entries have it. */
export function daysAgo(now: number, days: number): number {
  return (now - days * DAY) * 1000;
}

/** Where somebody was in a list: at this entry, so many pixels below the top edge. */
export interface Place {
  id: number;
  at: number; // its time, in case it is gone
  offset: number;
  loaded: number; // how many entries there were
}

/** Return the index of a place, or of what is there now; null: nothing is yet. */
export function indexOfPlace(
  entries: readonly Dated[],
  place: Place,
  order: ListScope["order"],
): number | null {
  const same = entries.findIndex((one) => one.id === place.id);
  if (same >= 0) return same;
  if (order !== "newest" && order !== "oldest") return null;
  const isBeyond = (one: Dated) =>
    order === "newest" ? one.sort_at <= place.at : one.sort_at >= place.at;
  const beyond = entries.findIndex(isBeyond);
  return beyond >= 0 ? beyond : null;
}

export function readPlace(stored: unknown): Place | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { id, at, offset, loaded } = stored as Record<string, unknown>;
  const isWhole = [id, at, offset, loaded].every((one) => typeof one === "number");
  return isWhole ? (stored as Place) : null;
}
