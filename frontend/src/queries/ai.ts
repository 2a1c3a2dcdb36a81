// The AI of the installation: its state, what it used, and what a reader wants of it.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { everyPage, PAGE_LIMIT } from "@/api/every-page";
import type { components } from "@/api/schema";
import type { Account } from "@/api/types";
import { useMe } from "./account";
import { aiStatusQuery } from "./ai-status";
import { keys } from "./keys";

export type AiStatus = components["schemas"]["AiStatus"];

/** Every line of the last days; `everybody`: of all readers, for administrators. */
export function useAiLedger(days: number, everybody: boolean) {
  return useQuery({
    queryKey: ["ai", "ledger", days, everybody],
    queryFn: ({ signal }) =>
      everyPage((cursor) => {
        const query = {
          days,
          all: everybody,
          limit: PAGE_LIMIT,
          ...(cursor ? { cursor } : {}),
        };
        return ask(api.GET("/api/v1/ai/ledger", { params: { query }, signal }));
      }),
  });
}

export interface AiPreferences {
  ai: boolean;
  ai_deframing: boolean;
  summary_language: string; // "": as the interface
  ai_backlog: number; // entries of each feed that are queued when it is followed
  full_text: boolean; // fetch the article behind a teaser that is opened
}

export const USUAL_BACKLOG = 20;
export const LARGEST_BACKLOG = 100;

/** What the reader chose; what they did not choose is as the server takes it. */
export function useAiPreferences(status: AiStatus | undefined): AiPreferences {
  const stored = useMe().data?.preferences ?? {};
  const isFree = status?.provider === "extractive";
  const ai = typeof stored.ai === "boolean" ? stored.ai : isFree;
  return {
    ai,
    ai_deframing: typeof stored.ai_deframing === "boolean" ? stored.ai_deframing : ai,
    summary_language:
      typeof stored.summary_language === "string" ? stored.summary_language : "",
    ai_backlog: typeof stored.ai_backlog === "number" ? stored.ai_backlog : USUAL_BACKLOG,
    full_text: stored.full_text !== false,
  };
}

/** What queueing the newest entries of every feed would cost, also while AI is off. */
export function useBacklogEstimate(newest: number, preferences: AiPreferences) {
  return useQuery({
    queryKey: ["ai", "backlog", newest, preferences.ai_deframing, preferences.full_text],
    queryFn: ({ signal }) =>
      ask(api.GET("/api/v1/ai/backlog/estimate", { params: { query: { newest } }, signal })),
    staleTime: 10_000,
  });
}

export function useChangeAiPreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<AiPreferences>) =>
      ask(api.PATCH("/api/v1/users/me", { body: { preferences: forServer(change) } })),
    onMutate: (change) => {
      const before = client.getQueryData<Account>(keys.me);
      if (before) {
        const preferences = { ...before.preferences, ...forServer(change) };
        client.setQueryData<Account>(keys.me, { ...before, preferences });
      }
      return before;
    },
    onError: (_error, _change, before) => client.setQueryData(keys.me, before),
    onSuccess: (account) => {
      client.setQueryData(keys.me, account);
      // Lists and entries show summaries, or do not, by these.
      void client.invalidateQueries({ queryKey: keys.entryLists });
      void client.invalidateQueries({ queryKey: keys.openEntries });
    },
  });
}

/** Null takes a choice away, so that the usual holds again. */
function forServer(change: Partial<AiPreferences>): Record<string, unknown> {
  return change.summary_language === "" ? { ...change, summary_language: null } : change;
}

export function useSetAiKey() {
  return useKeyChange((key: string) => ask(api.PUT("/api/v1/ai/key", { body: { key } })));
}

export function useForgetAiKey() {
  return useKeyChange((_: undefined) => ask(api.DELETE("/api/v1/ai/key")));
}

function useKeyChange<Variables>(mutationFn: (variables: Variables) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: aiStatusQuery.queryKey }),
  });
}
