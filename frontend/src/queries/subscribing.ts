// Finding feeds, looking at them, and following them: one, many, or a list from elsewhere.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { components } from "@/api/schema";
import { inReadersWords } from "@/lib/readers-words";
import { keys } from "./keys";
import { useChange } from "./use-change";

type Schemas = components["schemas"];
export type FoundFeed = Schemas["FoundView"];
export type Preview = Schemas["Preview"];

const TREE = [keys.subscriptions, keys.folders, keys.counts, keys.health];
const KEPT = 10 * 60_000;

/** Find the feeds of an address; empty: nothing is asked. */
export function useDiscovery(url: string) {
  return useQuery(
    queryOptions({
      queryKey: ["discovery", url],
      queryFn: ({ signal }) =>
        ask(api.GET("/api/v1/feeds/discover", { params: { query: { url } }, signal })),
      enabled: url !== "",
      staleTime: KEPT,
      retry: false,
    }),
  );
}

export function usePreview(url: string) {
  return useQuery(
    queryOptions({
      queryKey: ["preview", url],
      queryFn: ({ signal }) =>
        ask(api.GET("/api/v1/feeds/preview", { params: { query: { url } }, signal })),
      staleTime: KEPT,
      retry: false,
    }),
  );
}

export function useSubscribe() {
  return useChange([...TREE, keys.entryLists], (body: Schemas["NewSubscription"]) =>
    ask(api.POST("/api/v1/subscriptions", { body })),
  );
}

export function useSubscribeToMany() {
  return useChange([keys.jobs], (body: Schemas["ManyAddresses"]) =>
    ask(api.POST("/api/v1/subscriptions/batch", { body })),
  );
}

export function useImportOpml() {
  return useChange([keys.jobs], (file: File) =>
    ask(
      api.POST("/api/v1/subscriptions/import", {
        body: { file: "" },
        bodySerializer: () => formWith(file),
      }),
    ),
  );
}

export function useImportData() {
  return useChange([keys.jobs], (file: File) =>
    ask(
      api.POST("/api/v1/users/me/import", {
        body: { file: "" },
        bodySerializer: () => formWith(file),
      }),
    ),
  );
}

/** Follow a few invented feeds, to look around. */
export function useFollowSamples() {
  return useChange([...TREE, keys.entryLists], (body: Schemas["SampleChoice"]) =>
    ask(api.POST("/api/v1/samples", { body })),
  );
}

/** Keep any page, to read it here. */
export function useSavePage() {
  return useChange([keys.entryLists, ...TREE], async (body: Schemas["PageToKeep"]) => {
    const { problem, ...page } = await ask(api.POST("/api/v1/pages", { body }));
    return { ...page, problem: problem && (await inReadersWords(problem)) };
  });
}

function formWith(file: File): FormData {
  const form = new FormData();
  form.set("file", file);
  return form;
}
