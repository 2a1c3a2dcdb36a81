// Asking for a summary or a neutral title. The answer comes later, by a live event that
// loads the entry again; until then its state is "pending".
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, ask } from "@/api/client";
import type { Entry } from "@/api/types";
import type { AiState } from "@/lib/entry-ai";
import { keys } from "./keys";

export type AiWish = "summary" | "deframe";
const FIELDS = { summary: "summary", deframe: "deframed" } as const;

export function useAskAi(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: AiWish): Promise<unknown> => {
      const options = { params: { path: { id } } };
      return wish === "summary"
        ? ask(api.POST("/api/v1/entries/{id}/summary", options))
        : ask(api.POST("/api/v1/entries/{id}/deframe", options));
    },
    onSuccess: (answer, wish) => {
      client.setQueryData<Entry>(
        keys.entry(id),
        (entry) => entry && { ...entry, [FIELDS[wish]]: answer },
      );
    },
  });
}

/** What somebody opens comes before what waits in the background. */
export function useOpenedFirst(
  { mutate }: Pick<ReturnType<typeof useAskAi>, "mutate">,
  wish: AiWish,
  state: AiState | undefined,
  isOff: boolean,
) {
  const isWaiting = state === "pending" && !isOff;
  useEffect(() => {
    if (isWaiting) mutate(wish);
  }, [isWaiting, mutate, wish]);
}
