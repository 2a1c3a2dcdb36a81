// Loads single rows of lists again, when their entries have changed: title, summary, score.
import type { QueryClient } from "@tanstack/react-query";
import { loadListed } from "@/queries/entries";
import { changeListed, listedEntries } from "@/queries/patch-cache";

const PAUSE = 1_000;
const MOST = 200;

/** Gathers numbers for a moment; only rows that some list holds are asked for. */
export function createRowRefresher(client: QueryClient) {
  const waiting = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = async () => {
    timer = undefined;
    const ids = [...waiting];
    waiting.clear();
    try {
      for (let at = 0; at < ids.length; at += MOST) {
        const rows = await loadListed(ids.slice(at, at + MOST));
        const fresh = new Map(rows.map((entry) => [entry.id, entry]));
        changeListed(client, (entry) => {
          const now = fresh.get(entry.id);
          return now ? { ...entry, ...now } : entry;
        });
      }
    } catch {
      // They are shown as they were; the next visit loads them.
    }
  };
  const add = (ids: Iterable<number>) => {
    for (const id of ids) waiting.add(id);
    if (waiting.size > 0) timer ??= setTimeout(() => void flush(), PAUSE);
  };
  return {
    add: (ids: readonly number[]) => {
      if (ids.length === 0) return;
      const listed = listedIds(client);
      add(ids.filter((id) => listed.has(id)));
    },
    addAll: () => add(listedIds(client)),
    stop: () => clearTimeout(timer),
  };
}

function listedIds(client: QueryClient): Set<number> {
  return new Set(listedEntries(client).map(({ id }) => id));
}
