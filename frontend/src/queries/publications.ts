// Lists that the reader publishes under addresses nobody can guess.

import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { everyPage, pageQuery } from "@/api/every-page";
import type { components } from "@/api/schema";
import { useChange } from "./use-change";

type Schemas = components["schemas"];
export type Publication = Schemas["PublicationView"];

const publicationsKey = ["publications"] as const;

const publicationsQuery = queryOptions({
  queryKey: publicationsKey,
  queryFn: ({ signal }) =>
    everyPage((cursor) =>
      ask(api.GET("/api/v1/publications", { params: { query: pageQuery(cursor) }, signal })),
    ),
});

export const usePublications = () => useQuery(publicationsQuery);

export function usePublish() {
  return useChange([publicationsKey], (body: Schemas["NewPublication"]) =>
    ask(api.POST("/api/v1/publications", { body })),
  );
}

export function useChangePublication() {
  return useChange(
    [publicationsKey],
    ({ id, ...body }: { id: string } & Schemas["PublicationChanges"]) =>
      ask(api.PATCH("/api/v1/publications/{id}", { params: { path: { id } }, body })),
  );
}

export function useRenewPublication() {
  return useChange([publicationsKey], (id: string) =>
    ask(api.POST("/api/v1/publications/{id}/renew", { params: { path: { id } } })),
  );
}

export function useWithdrawPublication() {
  return useChange([publicationsKey], (id: string) =>
    ask(api.DELETE("/api/v1/publications/{id}", { params: { path: { id } } })),
  );
}
