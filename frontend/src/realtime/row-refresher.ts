// Loads single rows of lists again, when their entries have changed: title, summary, score.
import type { QueryClient } from "@tanstack/react-query";
import type { EntryPage, ListedEntry } from "@/api/types";
import type { Pages } from "@/lib/patch-entries";
import { loadListed } from "@/queries/entries";
import { keys } from "@/queries/keys";
import { changeListed } from "@/queries/patch-cache";

const PAUSE = 1_000;
const MOST = 200;

/** Gathers numbers for a moment; only rows that some list holds are asked for. */
export function createRowRefresher(client: QueryClient) {
  const waiting = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = async () => {
    timer = undefined;
    const ids = [...waiting].slice(0, MOST);
    waiting.clear();
    try {
      const fresh = new Map((await loadListed(ids)).map((entry) => [entry.id, entry]));
      changeListed(client, (entry) => refreshed(entry, fresh.get(entry.id)));
    } catch {
      // They are shown as they were; the next visit loads them.
    }
  };
  return {
    add: (ids: readonly number[]) => {
      const listed = listedIds(client);
      for (const id of ids) if (listed.has(id)) waiting.add(id);
      if (waiting.size > 0) timer ??= setTimeout(() => void flush(), PAUSE);
    },
    stop: () => clearTimeout(timer),
  };
}

/** The reader's own marks stay: what was clicked a moment ago may be on its way. */
function refreshed<One extends ListedEntry>(entry: One, fresh: ListedEntry | undefined): One {
  if (fresh === undefined) return entry;
  const { read, starred, tags } = entry;
  return { ...entry, ...fresh, read, starred, tags };
}

function listedIds(client: QueryClient): Set<number> {
  const lists = client.getQueriesData<Pages<EntryPage>>({ queryKey: keys.entryLists });
  return new Set(
    lists.flatMap(([, data]) =>
      (data?.pages ?? []).flatMap((page) => page.items.map((entry) => entry.id)),
    ),
  );
}
