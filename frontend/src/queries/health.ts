// How the reader's feeds are doing, and the actions that help.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { healthQuery } from "./health-query";
import { keys } from "./keys";

export const useHealth = () => useQuery(healthQuery);

export function useCheckNow() {
  return useHealthAction((feed_id: number) =>
    ask(api.POST("/api/v1/feeds/{feed_id}/refresh", { params: { path: { feed_id } } })),
  );
}

export function useWakeFeed() {
  return useHealthAction((feed_id: number) =>
    ask(api.POST("/api/v1/feeds/{feed_id}/enable", { params: { path: { feed_id } } })),
  );
}

export function useDisableFeed() {
  return useHealthAction((feed_id: number) =>
    ask(api.POST("/api/v1/feeds/{feed_id}/disable", { params: { path: { feed_id } } })),
  );
}

export function useDeleteFeed() {
  return useHealthAction((feed_id: number) =>
    ask(api.DELETE("/api/v1/feeds/{feed_id}", { params: { path: { feed_id } } })),
  );
}

export function useMoveFeed() {
  return useHealthAction(({ feedId, url }: { feedId: number; url: string }) =>
    ask(
      api.POST("/api/v1/feeds/{feed_id}/move", {
        params: { path: { feed_id: feedId } },
        body: { url },
      }),
    ),
  );
}

export function useCheckAllNow() {
  return useHealthAction((_: undefined) => ask(api.POST("/api/v1/feeds/refresh")));
}

export function useUnsubscribe() {
  return useHealthAction((id: number) =>
    ask(
      api.DELETE("/api/v1/subscriptions/{subscription_id}", {
        params: { path: { subscription_id: id } },
      }),
    ),
  );
}

function useHealthAction<Variables, Answer>(
  mutationFn: (variables: Variables) => Promise<Answer>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => {
      for (const queryKey of [keys.health, keys.subscriptions, keys.counts]) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
}
