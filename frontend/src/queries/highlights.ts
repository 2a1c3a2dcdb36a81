// Highlights and notes: of one entry, and all of them. Changed at once, sent after.
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, ask, serverMicroseconds } from "@/api/client";
import type { Highlight, PlacedHighlight } from "@/api/types";
import { patchHighlights, patchPlaced } from "@/lib/patch-highlights";
import { unanswered } from "@/offline/journal";
import type { HighlightWish } from "./deliver";
import { everyPage, PAGE_LIMIT } from "./every-page";
import { orKept, withUnsent } from "./kept";
import { keys } from "./keys";
import { sendHighlight } from "./send-highlight";

export function loadHighlights(signal: AbortSignal): Promise<Highlight[]> {
  return everyPage((cursor) =>
    ask(
      api.GET("/api/v1/highlights", {
        params: { query: { limit: PAGE_LIMIT, ...(cursor ? { cursor } : {}) } },
        signal,
      }),
    ),
  );
}

const highlightsQuery = queryOptions({
  queryKey: keys.highlightList,
  queryFn: (asked) =>
    orKept(
      asked,
      async (signal) => {
        const known = await loadHighlights(signal);
        return withUnsent(known, (store) => store.withWaitingHighlights(known));
      },
      (store) => store.readHighlights(),
    ),
});

function entryHighlightsQuery(id: number) {
  return queryOptions({
    queryKey: keys.entryHighlights(id),
    queryFn: (asked) =>
      orKept(
        asked,
        async (signal) => {
          const address = "/api/v1/entries/{id}/highlights";
          const { items } = await ask(api.GET(address, { params: { path: { id } }, signal }));
          const known = await withUnsent(items, (store) => store.withWaitingInEntry(items, id));
          return wishesUnderWay(id).reduce(patchPlaced, known);
        },
        (store) => store.readEntryHighlights(id),
      ),
  });
}

export const useHighlights = () => useQuery(highlightsQuery);
export const useEntryHighlights = (id: number) => useQuery(entryHighlightsQuery(id));

/** `change.mutate({ kind: "delete", id, entryId, at: wishTime() })` */
export function useChangeHighlight() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: keys.highlights,
    mutationFn: sendHighlight,
    onMutate: (wish) => {
      // An answer that knows nothing of this wish would take away what is shown now.
      void client.cancelQueries({ queryKey: keys.highlights });
      show(client, wish);
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey: keys.highlights }) > 1) return;
      void client.invalidateQueries({ queryKey: keys.highlights });
    },
  });
}

/** What was wished of an entry while the server was asked for its highlights. */
function wishesUnderWay(entryId: number): HighlightWish[] {
  return unanswered().flatMap((noted) =>
    noted.kind === "highlight" && noted.wish.entryId === entryId ? [noted.wish] : [],
  );
}

let lastWish = 0;

/** Return a moment after every other one: what we know of the server's clock wavers. */
export function wishTime(): number {
  lastWish = Math.max(lastWish + 1, serverMicroseconds(Date.now()));
  return lastWish;
}

function show(client: QueryClient, wish: HighlightWish): void {
  client.setQueryData<PlacedHighlight[]>(keys.entryHighlights(wish.entryId), (before = []) =>
    patchPlaced(before, wish),
  );
  client.setQueryData<Highlight[]>(
    keys.highlightList,
    (before) => before && patchHighlights(before, wish),
  );
}
