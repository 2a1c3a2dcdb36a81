// What the sidebar needs: subscriptions, folders, tags, saved searches, counts.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { everyPage, PAGE_LIMIT, pageQuery } from "@/api/every-page";
import type { Counts, Folder, SavedSearch, Subscription, Tag } from "@/api/types";
import { orKnown } from "./kept";
import { keys } from "./keys";
import { overlayCounts, useOverlay } from "./shown";

export const countsQuery = queryOptions({
  queryKey: keys.counts,
  queryFn: (asked) =>
    orKnown(
      asked,
      (signal) => ask(api.GET("/api/v1/counts", { signal })),
      (store) => store.neededFact<Counts>("counts"),
    ),
});

export const subscriptionsQuery = queryOptions({
  queryKey: keys.subscriptions,
  queryFn: (asked) =>
    orKnown(
      asked,
      (signal) =>
        everyPage((cursor) =>
          ask(
            api.GET("/api/v1/subscriptions", {
              params: { query: { limit: PAGE_LIMIT, ...(cursor ? { cursor } : {}) } },
              signal,
            }),
          ),
        ),
      (store) => store.neededFact<Subscription[]>("subscriptions"),
    ),
});

export const foldersQuery = queryOptions({
  queryKey: keys.folders,
  queryFn: (asked) =>
    orKnown(
      asked,
      (signal) =>
        everyPage((cursor) =>
          ask(
            api.GET("/api/v1/folders", {
              params: { query: { limit: PAGE_LIMIT, ...(cursor ? { cursor } : {}) } },
              signal,
            }),
          ),
        ),
      (store) => store.neededFact<Folder[]>("folders"),
    ),
});

export const tagsQuery = queryOptions({
  queryKey: keys.tags,
  queryFn: (asked) =>
    orKnown(
      asked,
      (signal) =>
        everyPage((cursor) =>
          ask(api.GET("/api/v1/tags", { params: { query: pageQuery(cursor) }, signal })),
        ),
      (store) => store.neededFact<Tag[]>("tags"),
    ),
});

export const searchesQuery = queryOptions({
  queryKey: keys.searches,
  queryFn: (asked) =>
    orKnown(
      asked,
      (signal) =>
        everyPage((cursor) =>
          ask(api.GET("/api/v1/searches", { params: { query: pageQuery(cursor) }, signal })),
        ),
      (store) => store.neededFact<SavedSearch[]>("searches"),
    ),
});

export const statusQuery = queryOptions({
  queryKey: keys.status,
  queryFn: ({ signal }) => ask(api.GET("/api/v1/status", { signal })),
  staleTime: 5 * 60_000,
});

export const useCounts = () =>
  useQuery({ ...countsQuery, select: useOverlay<Counts>(overlayCounts) });
export const useSubscriptions = () => useQuery(subscriptionsQuery);
export const useFolders = (isNeeded = true) =>
  useQuery({ ...foldersQuery, enabled: isNeeded, subscribed: isNeeded });
export const useTags = (isNeeded = true) =>
  useQuery({ ...tagsQuery, enabled: isNeeded, subscribed: isNeeded });
export const useSearches = (isNeeded = true) =>
  useQuery({ ...searchesQuery, enabled: isNeeded, subscribed: isNeeded });
/** Whoever does not ask gets what others have asked for. */
export const useStatus = (asks = true) => useQuery({ ...statusQuery, enabled: asks });
