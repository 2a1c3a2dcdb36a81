// Web Push: which browsers are notified, and whether this one is.

import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { everyPage, pageQuery } from "@/api/every-page";
import type { components } from "@/api/schema";
import { pushState, switchPushOff, switchPushOn } from "@/device/push-device";
import { keys } from "./keys";

export type PushDevice = components["schemas"]["PushSubscriptionView"];

const devicesQuery = queryOptions({
  queryKey: keys.pushDevices,
  queryFn: ({ signal }) =>
    everyPage((cursor) =>
      ask(
        api.GET("/api/v1/push/subscriptions", { params: { query: pageQuery(cursor) }, signal }),
      ),
    ),
});

export const usePushDevices = () => useQuery(devicesQuery);
export const usePushState = () =>
  useQuery({ queryKey: keys.pushState, queryFn: pushState, staleTime: 0 });

export function useAllowPush() {
  return useChange((_: undefined) => switchPushOn());
}

/** Notify a device no more; this one also forgets its subscription. */
export function useForbidPush() {
  return useChange(async (device: PushDevice) => {
    if (device.is_this_session) return switchPushOff();
    const params = { path: { subscription_id: device.id } };
    return ask(api.DELETE("/api/v1/push/subscriptions/{subscription_id}", { params }));
  });
}

export function useTestPush() {
  return useMutation({
    mutationFn: (id: string) => {
      const params = { path: { subscription_id: id } };
      return ask(api.POST("/api/v1/push/subscriptions/{subscription_id}/test", { params }));
    },
  });
}

function useChange<Variables, Answer>(mutationFn: (variables: Variables) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.pushDevices }),
        client.invalidateQueries({ queryKey: keys.pushState }),
      ]),
  });
}
