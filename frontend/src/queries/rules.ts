// Rules: what is done with entries as they arrive.

import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { everyPage, pageQuery } from "@/api/every-page";
import type { components } from "@/api/schema";
import { keys } from "./keys";
import { inOrder } from "./managing";
import { useChange } from "./use-change";

type Schemas = components["schemas"];
export type Rule = Schemas["RuleView"];
export type NewRule = Schemas["NewRule"];
export type Condition = NewRule["conditions"][number];
export type Action = NewRule["actions"][number];
export type RulePreview = Schemas["RulePreview"];

const rulesKey = ["rules"] as const;

const rulesQuery = queryOptions({
  queryKey: rulesKey,
  queryFn: ({ signal }) =>
    everyPage((cursor) =>
      ask(api.GET("/api/v1/rules", { params: { query: pageQuery(cursor) }, signal })),
    ),
});

export const useRules = () => useQuery(rulesQuery);

export function useSaveRule() {
  return useChange([rulesKey], ({ id, body }: { id: string | null; body: NewRule }) =>
    id === null
      ? ask(api.POST("/api/v1/rules", { body }))
      : ask(api.PATCH("/api/v1/rules/{rule_id}", { params: { path: { rule_id: id } }, body })),
  );
}

/** The switch follows the finger; a refusal puts it back. */
export function useSwitchRule() {
  const client = useQueryClient();
  return useChange([rulesKey], ({ id, enabled }: { id: string; enabled: boolean }) => {
    client.setQueryData<Rule[]>(rulesKey, (rows) =>
      rows?.map((row) => (row.id === id ? { ...row, enabled } : row)),
    );
    const params = { path: { rule_id: id } };
    return ask(api.PATCH("/api/v1/rules/{rule_id}", { params, body: { enabled } as never }));
  });
}

export function useDeleteRule() {
  return useChange([rulesKey], (id: string) =>
    ask(api.DELETE("/api/v1/rules/{rule_id}", { params: { path: { rule_id: id } } })),
  );
}

export function useReorderRules() {
  const client = useQueryClient();
  return useChange([rulesKey], (ids: string[]) => {
    client.setQueryData<Rule[]>(rulesKey, (rows) => rows && inOrder(rows, ids));
    return ask(api.POST("/api/v1/rules/reorder", { body: { ids } }));
  });
}

/** Apply a rule to what is there already: a job. */
export function useApplyRule() {
  return useChange([keys.jobs], (id: string) =>
    ask(api.POST("/api/v1/rules/{rule_id}/apply", { params: { path: { rule_id: id } } })),
  );
}

/** What conditions would find; null: they are not complete yet. */
export function useRulePreview(
  request: { match: "all" | "any"; conditions: Condition[] } | null,
) {
  return useQuery({
    queryKey: [...rulesKey, "preview", request],
    queryFn: ({ signal }) =>
      ask(
        api.POST("/api/v1/rules/preview", {
          body: request ?? { match: "all", conditions: [] },
          signal,
        }),
      ),
    enabled: request !== null,
    placeholderData: (before) => before,
    retry: false,
  });
}
