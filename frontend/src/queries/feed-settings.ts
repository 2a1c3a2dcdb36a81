// How one feed is fetched, and whether AI reads it.
import { useQuery } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { components } from "@/api/schema";
import { keys } from "./keys";
import { useChange } from "./use-change";

type Schemas = components["schemas"];
export type FeedSettingsChanges = Schemas["FeedSettingsChanges"];
export type FeedPrompts = { summary: string | null; deframe: string | null };

const settings = ["feed-settings"] as const;

/** Refused (403, 409) to whoever shares the feed and is no administrator. */
export function useFeedSettings(feedId: number, isWanted: boolean) {
  return useQuery({
    queryKey: [...settings, feedId],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/v1/feeds/{feed_id}/settings", {
          params: { path: { feed_id: feedId } },
          signal,
        }),
      ),
    enabled: isWanted,
    retry: false,
  });
}

export function useSetFeed() {
  return useChange(
    [settings, keys.subscriptions, keys.health],
    ({ feedId, body }: { feedId: number; body: FeedSettingsChanges }) =>
      ask(
        api.PATCH("/api/v1/feeds/{feed_id}/settings", {
          params: { path: { feed_id: feedId } },
          body,
        }),
      ),
  );
}

export type FeedChoice = Schemas["FeedChoice"];

/** What the reader chose for a feed, of AI and of whole articles. */
export function useFeedAi(feedId: number) {
  return useQuery({
    queryKey: [...settings, feedId, "ai"],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/v1/feeds/{feed_id}/ai", {
          params: { path: { feed_id: feedId } },
          signal,
        }),
      ),
    retry: false,
  });
}

export function useSetFeedAi() {
  return useChange([settings], ({ feedId, body }: { feedId: number; body: FeedChoice }) =>
    ask(
      api.PUT("/api/v1/feeds/{feed_id}/ai", {
        params: { path: { feed_id: feedId } },
        body,
      }),
    ),
  );
}

export function useFeedPrompts(feedId: number, isWanted: boolean) {
  return useQuery({
    queryKey: [...settings, feedId, "prompts"],
    queryFn: ({ signal }) =>
      ask(
        api.GET("/api/v1/feeds/{feed_id}/prompts", {
          params: { path: { feed_id: feedId } },
          signal,
        }),
      ),
    enabled: isWanted,
    retry: false,
  });
}

export function useSetFeedPrompts() {
  return useChange([settings], ({ feedId, body }: { feedId: number; body: FeedPrompts }) =>
    ask(
      api.PUT("/api/v1/feeds/{feed_id}/prompts", {
        params: { path: { feed_id: feedId } },
        body,
      }),
    ),
  );
}
