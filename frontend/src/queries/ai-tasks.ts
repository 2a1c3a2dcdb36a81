// The queue of the AI, for administrators: what waits, what was given up, and a new try.
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { components } from "@/api/schema";

export type AiTask = components["schemas"]["QueuedTask"];
export type TaskState = AiTask["state"];
export interface Work {
  kind: "summary" | "deframe";
  days: number;
}

export function useAiTasks(state: TaskState) {
  return useInfiniteQuery({
    queryKey: ["ai", "tasks", state],
    queryFn: ({ pageParam, signal }) => {
      const query = { state, limit: 50, ...(pageParam ? { cursor: pageParam } : {}) };
      return ask(api.GET("/api/v1/admin/ai-tasks", { params: { query }, signal }));
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

/** `mutate(key)` sends one task again, `mutate(null)` everything that failed or rests. */
export function useSendAgain() {
  return useChange(async (key: string | null): Promise<number> => {
    if (key === null) {
      return (await ask(api.POST("/api/v1/admin/ai-tasks/send-again"))).changed;
    }
    const params = { path: { key } };
    await ask(api.POST("/api/v1/admin/ai-tasks/{key}/send-again", { params }));
    return 1;
  });
}

export function useEstimate(work: Work | null) {
  return useQuery({
    queryKey: ["ai", "estimate", work],
    enabled: work !== null,
    queryFn: ({ signal }) => {
      const query = work ?? {};
      return ask(api.GET("/api/v1/ai/estimate", { params: { query }, signal }));
    },
  });
}

export function useReprocess() {
  return useChange((body: Work) => ask(api.POST("/api/v1/admin/reprocess-summary", { body })));
}

function useChange<Variables, Answer>(mutationFn: (variables: Variables) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: ["ai"] }),
  });
}
