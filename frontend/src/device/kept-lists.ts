// Lists made from the entries that are kept on this device. Pure.
import type { EntryPage, ListedEntry } from "@/api/types";
import { nextKeptCursor } from "@/lib/kept-cursor";
import type { ListScope } from "@/lib/list-scope";
import type { FeedPlaces } from "@/lib/patch-counts";

const PAGE = 50;

/** Whether the kept entries can answer for a list at all; a search that is saved, or
 * within a list, asks the server. */
export function canBeKept(scope: ListScope): boolean {
  return scope.kind !== "saved-search" && scope.within === undefined;
}

/** Return a page of a list. `shown` are the rows above it: none of them comes again. */
export function keptPage(
  rows: readonly ListedEntry[],
  scope: ListScope,
  places: FeedPlaces,
  cursor: string | null,
  shown: ReadonlySet<number>,
): EntryPage {
  const found = ordered(
    rows.filter((row) => belongs(row, scope, places)),
    scope.order,
  );
  const left = found.filter((row) => !shown.has(row.id));
  const items = left.slice(0, PAGE);
  return { items, next_cursor: left.length <= PAGE ? null : nextKeptCursor(cursor) };
}

function belongs(row: ListedEntry, scope: ListScope, places: FeedPlaces): boolean {
  if (scope.unread && row.read) return false;
  if (scope.kind === "all" && scope.unread && places.get(row.feed_id)?.isMuted) return false;
  return isIn(row, scope, places) && hasWords(row, scope.q);
}

function isIn(row: ListedEntry, scope: ListScope, places: FeedPlaces): boolean {
  switch (scope.kind) {
    case "feed":
      return row.feed_id === scope.id;
    case "folder":
      return places.get(row.feed_id)?.folderIds.includes(scope.id) ?? false;
    case "starred":
      return row.starred;
    case "tag":
      return row.tags.includes(scope.name);
    default:
      return true;
  }
}

/** Without the server only plain words can be looked for, in what lists show. */
function hasWords(row: ListedEntry, q: string): boolean {
  const text = `${row.title} ${row.excerpt} ${row.author}`.toLowerCase();
  return q
    .toLowerCase()
    .split(/[\s"]+/)
    .every((word) => text.includes(word));
}

function ordered(rows: ListedEntry[], order: ListScope["order"]): ListedEntry[] {
  const newest = rows.sort((a, b) => b.sort_at - a.sort_at || b.id - a.id);
  if (order === "oldest") return newest.reverse();
  if (order === "starred") return newest.sort((a, b) => starTime(b) - starTime(a));
  return order === "fair" ? fair(newest) : newest;
}

/** A star that the server does not know yet is newer than all that it knows. */
function starTime(row: ListedEntry): number {
  return row.starred_at ?? Number.MAX_SAFE_INTEGER;
}

/** The newest of each feed, then the second newest of each, and so on. */
function fair(newest: ListedEntry[]): ListedEntry[] {
  const taken = new Map<number, number>();
  const turns = newest.map((row) => {
    const turn = taken.get(row.feed_id) ?? 0;
    taken.set(row.feed_id, turn + 1);
    return { row, turn };
  });
  // The sort is stable: within one turn the newest stays first.
  return turns.sort((a, b) => a.turn - b.turn).map(({ row }) => row);
}
