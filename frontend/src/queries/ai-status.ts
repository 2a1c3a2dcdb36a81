// Whether this installation reads entries with AI, and what for.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { useMe } from "./account";

export const aiStatusQuery = queryOptions({
  queryKey: ["ai", "status"],
  queryFn: ({ signal }) => ask(api.GET("/api/v1/ai/status", { signal })),
  staleTime: 10 * 60_000,
});

/** Whoever does not ask gets what others have asked for. */
export const useAiStatus = (asks = true) => useQuery({ ...aiStatusQuery, enabled: asks });

/** For whoever waits: the state now, not a while ago. */
export const useFreshAiStatus = () =>
  useQuery({ ...aiStatusQuery, staleTime: 0, refetchInterval: 30_000 });

/** Whether titles are rated and put into neutral words for this reader. */
export function useDeframes(asks = true): boolean {
  const { data } = useAiStatus(asks);
  const preferences = useMe().data?.preferences as Record<string, unknown> | undefined;
  const isWanted = preferences?.ai !== false && preferences?.ai_deframing !== false;
  return isWanted && data?.enabled === true && data.deframes;
}
