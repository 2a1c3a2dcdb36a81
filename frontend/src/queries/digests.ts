// Digests: how the reader wants them, and those that were made.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { components } from "@/api/schema";

type Schemas = components["schemas"];
export type DigestPlan = Schemas["PlanView"];
export type DigestPlanFields = Schemas["PlanFields"];

const SHOWN = 10;
const digestsKey = ["digests"] as const;

/** Null: the reader wants none. */
const planQuery = queryOptions({
  queryKey: [...digestsKey, "plan"],
  queryFn: ({ signal }): Promise<DigestPlan | null> =>
    ask(api.GET("/api/v1/digests/plan", { signal })),
});

export const useDigestPlan = () => useQuery(planQuery);

/** The newest of them; asked again while one is being written. */
export function useLastDigests() {
  return useQuery({
    queryKey: [...digestsKey, "last"],
    queryFn: async ({ signal }) =>
      (await ask(api.GET("/api/v1/digests", { params: { query: { limit: SHOWN } }, signal })))
        .items,
    refetchInterval: ({ state }) =>
      state.data?.some((digest) => digest.made_at === null) ? 30_000 : false,
  });
}

/** It is not there at once: the list of the last ones shows it when it is begun. */
export function useWriteDigestNow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask(api.POST("/api/v1/digests")),
    // After the choice that was made just before.
    scope: { id: "digest-plan" },
    onSuccess: (plan) => client.setQueryData(planQuery.queryKey, plan),
    onSettled: () => client.invalidateQueries({ queryKey: digestsKey }),
  });
}

/** Null ends them. What was chosen is shown at once, and taken back if it is refused. */
export function useSetDigestPlan() {
  const client = useQueryClient();
  const { queryKey } = planQuery;
  return useMutation({
    mutationFn: async (fields: DigestPlanFields | null): Promise<DigestPlan | null> => {
      if (fields) return ask(api.PUT("/api/v1/digests/plan", { body: fields }));
      await ask(api.DELETE("/api/v1/digests/plan"));
      return null;
    },
    // One after the other, so that the last choice is the one that stays.
    scope: { id: "digest-plan" },
    onMutate: async (fields) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      const nextAt = before?.next_at ?? 0;
      client.setQueryData(queryKey, fields && ({ ...fields, next_at: nextAt } as DigestPlan));
      return { before };
    },
    onError: (_error, _fields, kept) => client.setQueryData(queryKey, kept?.before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
