// Stories: the same event as several feeds report it.
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import { api, ask } from "@/api/client";
import type { OpenStory } from "@/api/types";
import { storiesWait } from "@/lib/stories-wait";
import { keys } from "./keys";
import { useArrivals } from "./live-state";

const PAGE = 30;

const storiesQuery = infiniteQueryOptions({
  queryKey: keys.storyList,
  queryFn: ({ pageParam, signal }) => {
    const query = { limit: PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) };
    return ask(api.GET("/api/v1/stories", { params: { query }, signal }));
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
  // What came while nobody looked is loaded when somebody does.
  refetchOnWindowFocus: true,
});

function storyQuery(id: number) {
  return queryOptions({
    queryKey: keys.story(id),
    queryFn: ({ signal }) =>
      ask(api.GET("/api/v1/stories/{id}", { params: { path: { id } }, signal })),
  });
}

/** The list, loaded again a while after entries came in. */
export function useStories() {
  const query = useInfiniteQuery(storiesQuery);
  const client = useQueryClient();
  const arrivedAt = useArrivals().at(-1)?.at ?? 0;
  const askedAt = Math.max(query.dataUpdatedAt, query.errorUpdatedAt);
  useEffect(() => {
    const wait = storiesWait(arrivedAt, askedAt, Date.now());
    if (wait === null || askedAt === 0) return;
    const timer = setTimeout(() => {
      const refetchType = document.hidden ? "none" : "active";
      void client.invalidateQueries({ queryKey: keys.storyList, refetchType });
    }, wait);
    return () => clearTimeout(timer);
  }, [arrivedAt, askedAt, client]);
  return query;
}

export const useStory = (id: number) => useQuery(storyQuery(id));

/** Take an entry out of a story. */
export function useSplitStory(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (entryId: number) =>
      ask(
        api.POST("/api/v1/stories/{id}/split", {
          params: { path: { id } },
          body: { entry_id: entryId },
        }),
      ),
    onSuccess: (_answer, entryId) => {
      client.setQueryData<OpenStory>(
        keys.story(id),
        (story) =>
          story && { ...story, items: story.items.filter((one) => one.entry.id !== entryId) },
      );
      loadAgain(client, entryId);
    },
  });
}

/** Put an entry back that was taken out of a story. */
export function useJoinStory(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (entryId: number) =>
      ask(
        api.DELETE("/api/v1/stories/{id}/split", {
          params: { path: { id }, query: { entry_id: entryId } },
        }),
      ),
    onSuccess: (_answer, entryId) => {
      void client.invalidateQueries({ queryKey: keys.story(id) });
      loadAgain(client, entryId);
    },
  });
}

function loadAgain(client: QueryClient, entryId: number): void {
  void client.invalidateQueries({ queryKey: keys.storyList });
  void client.invalidateQueries({ queryKey: keys.entry(entryId) });
}
