// What to load and what to let go, so that the newest entries are there without a network. Pure.
import type { ListedEntry } from "@/api/types";

export interface FillPlan {
  load: number[]; // texts to ask for, in this order
  drop: number[]; // entries that are kept no longer
}

/** What a row says about its text: when it differs, the text is loaded again. */
export function fingerprint(
  row: Pick<ListedEntry, "version" | "changed_at" | "summary">,
): string {
  return `${row.version} ${row.changed_at ?? 0} ${row.summary ? "summed up" : ""}`;
}

/** `kept` maps the entries whose text is here to their fingerprints. */
export function planFill(
  wanted: readonly ListedEntry[],
  kept: ReadonlyMap<number, string>,
): FillPlan {
  const ids = new Set(wanted.map((row) => row.id));
  return {
    load: wanted.filter((row) => kept.get(row.id) !== fingerprint(row)).map((row) => row.id),
    drop: [...kept.keys()].filter((id) => !ids.has(id)),
  };
}

/** Return each entry once, unread ones first: if there is no time for all, they matter most. */
export function inOrderOfNeed(...lists: readonly ListedEntry[][]): ListedEntry[] {
  const rows = new Map(lists.flat().map((row) => [row.id, row]));
  return [...rows.values()].sort(
    (a, b) => Number(a.read) - Number(b.read) || b.sort_at - a.sort_at || b.id - a.id,
  );
}
