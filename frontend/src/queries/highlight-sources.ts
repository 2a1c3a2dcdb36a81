// The entries that highlights are in: their titles, for lists of highlights.
import { useQuery } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { HighlightSource } from "@/lib/highlights";
import { useSubscriptions } from "./feeds";
import { keys } from "./keys";

const MOST_AT_ONCE = 200;

/** Return title, address and feed of each entry; those no longer seen are left out. */
export function useHighlightSources(ids: readonly number[]) {
  const wanted = [...new Set(ids)].sort((one, other) => one - other);
  const { data: entries, isLoading } = useQuery({
    queryKey: [...keys.highlights, "sources", wanted],
    queryFn: async ({ signal }) => {
      const parts = Array.from({ length: Math.ceil(wanted.length / MOST_AT_ONCE) }, (_, part) =>
        wanted.slice(part * MOST_AT_ONCE, (part + 1) * MOST_AT_ONCE),
      );
      const pages = await Promise.all(
        parts.map((part) => {
          const query = { ids: part.join(","), limit: MOST_AT_ONCE };
          return ask(api.GET("/api/v1/entries", { params: { query }, signal }));
        }),
      );
      return pages.flatMap((page) => page.items);
    },
    enabled: wanted.length > 0,
    placeholderData: (before) => before,
  });
  const feeds = new Map(useSubscriptions().data?.map((one) => [one.feed_id, one.title]));
  const sources = new Map<number, HighlightSource>(
    entries?.map((entry) => [
      entry.id,
      { title: entry.title, url: entry.url, feed: feeds.get(entry.feed_id) ?? "" },
    ]),
  );
  return { sources, isLoading };
}
