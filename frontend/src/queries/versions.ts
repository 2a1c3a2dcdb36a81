// What an entry said before, and what was changed in it.
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { everyPage, pageQuery } from "@/api/every-page";
import type { EntryDiff, Version } from "@/api/types";
import { keys } from "./keys";

const MOST_COUNTED = 6;

export function useVersions(id: number) {
  return useQuery({
    queryKey: keys.versions(id),
    queryFn: async ({ signal }) => {
      let notKept = 0;
      const items = await everyPage(async (cursor) => {
        const query = pageQuery(cursor);
        const page = await ask(
          api.GET("/api/v1/entries/{id}/versions", { params: { path: { id }, query }, signal }),
        );
        notKept = page.not_kept;
        return page;
      });
      return { items, notKept };
    },
  });
}

function diffQuery(id: number, from: number, to: number) {
  return queryOptions({
    queryKey: keys.diff(id, from, to),
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/v1/entries/{id}/diff", {
          params: { path: { id }, query: { from, to } },
          signal,
        }),
      ),
    // What was said does not change any more.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export const useDiff = (id: number, from: number, to: number) =>
  useQuery(diffQuery(id, from, to));

/** The change that each version brought, by its number; only of the newest few. */
export function useDiffs(id: number, versions: readonly Version[]): Map<number, EntryDiff> {
  const steps = versions.slice(0, -1).slice(0, MOST_COUNTED);
  const answers = useQueries({
    queries: steps.map((after, index) =>
      diffQuery(id, versions[index + 1]?.version ?? after.version - 1, after.version),
    ),
  });
  const found = answers.flatMap(({ data }) =>
    data ? [[data.after.version, data] as const] : [],
  );
  return new Map(found);
}
