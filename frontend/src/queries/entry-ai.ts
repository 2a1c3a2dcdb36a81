// Asking for a summary or a neutral title. The answer comes later, by a live event that
// loads the entry again; until then its state is "pending".
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api, ask } from "@/api/client";
import type { Entry } from "@/api/types";
import { keys } from "./keys";

export type AiRequest = "summary" | "deframe";
const FIELDS = { summary: "summary", deframe: "deframed" } as const;

export function useAskAi(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: AiRequest): Promise<unknown> => {
      const options = { params: { path: { id } } };
      return request === "summary"
        ? ask(api.POST("/api/v1/entries/{id}/summary", options))
        : ask(api.POST("/api/v1/entries/{id}/deframe", options));
    },
    onSuccess: (answer, request) => {
      client.setQueryData<Entry>(
        keys.entry(id),
        (entry) => entry && { ...entry, [FIELDS[request]]: answer },
      );
    },
  });
}

/** Ask once for what the reader has switched on: the article behind a teaser, a summary, a
 * neutral title. A worker does it before what waits in the background. */
export function useNoteOpened(entry: Entry, isOff: boolean) {
  const client = useQueryClient();
  const noted = useRef<number>(undefined);
  const { mutate } = useMutation({
    mutationFn: (id: number) =>
      ask(api.POST("/api/v1/entries/{id}/open", { params: { path: { id } } })),
    onSuccess: (answer, id) => {
      client.setQueryData<Entry>(keys.entry(id), (known) => known && { ...known, ...answer });
    },
  });
  const { id, asks_on_open: asks } = entry;
  useEffect(() => {
    if (!asks || isOff || noted.current === id) return;
    noted.current = id;
    mutate(id);
  }, [asks, isOff, id, mutate]);
}
