// Webhooks: addresses that are notified when a rule fires.

import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, ask } from "@/api/client";
import { everyPage, pageQuery } from "@/api/every-page";
import type { components } from "@/api/schema";
import { useChange } from "./use-change";

type Schemas = components["schemas"];
export type Webhook = Schemas["WebhookRow"];
export type Delivery = Schemas["Delivery"];

const webhooksKey = ["webhooks"] as const;
const SHOWN = 20;

const webhooksQuery = queryOptions({
  queryKey: webhooksKey,
  queryFn: ({ signal }) =>
    everyPage((cursor) =>
      ask(api.GET("/api/v1/webhooks", { params: { query: pageQuery(cursor) }, signal })),
    ),
});

export const useWebhooks = () => useQuery(webhooksQuery);

export function useMakeWebhook() {
  return useChange([webhooksKey], (body: { name: string; url: string }) =>
    ask(api.POST("/api/v1/webhooks", { body })),
  );
}

export function useChangeWebhook() {
  return useChange(
    [webhooksKey],
    ({ id, ...body }: { id: string } & Schemas["WebhookChanges"]) =>
      ask(
        api.PATCH("/api/v1/webhooks/{webhook_id}", {
          params: { path: { webhook_id: id } },
          body,
        }),
      ),
  );
}

export function useDeleteWebhook() {
  return useChange([webhooksKey], (id: string) =>
    ask(api.DELETE("/api/v1/webhooks/{webhook_id}", { params: { path: { webhook_id: id } } })),
  );
}

export function useNewSecret() {
  return useChange([webhooksKey], (id: string) =>
    ask(
      api.POST("/api/v1/webhooks/{webhook_id}/secret", {
        params: { path: { webhook_id: id } },
      }),
    ),
  );
}

export function useTestWebhook() {
  return useChange([webhooksKey], (id: string) =>
    ask(
      api.POST("/api/v1/webhooks/{webhook_id}/test", { params: { path: { webhook_id: id } } }),
    ),
  );
}

/** The newest messages; asked again while one of them is still on its way. */
export function useDeliveries(id: string) {
  const client = useQueryClient();
  const deliveries = useQuery({
    queryKey: [...webhooksKey, id, "deliveries"],
    queryFn: async ({ signal }) =>
      (
        await ask(
          api.GET("/api/v1/webhooks/{webhook_id}/deliveries", {
            params: { path: { webhook_id: id }, query: { limit: SHOWN } },
            signal,
          }),
        )
      ).items,
    refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? 3_000 : false),
  });
  // The webhook's own line shows the last one, too.
  const attempts = deliveries.data?.reduce((sum, one) => sum + one.attempts, 0);
  useEffect(() => {
    if (attempts !== undefined)
      void client.invalidateQueries({ queryKey: webhooksKey, exact: true });
  }, [client, attempts]);
  return deliveries;
}

function isOnItsWay(delivery: Delivery): boolean {
  return delivery.delivered_at === null && delivery.next_try_at !== null;
}
