// Highlights and notes: of one entry, and all of them. Changes are optimistic updates.
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";
import { api, ask, serverMicroseconds } from "@/api/client";
import { everyPage, PAGE_LIMIT } from "@/api/every-page";
import type { Highlight, PlacedHighlight } from "@/api/types";
import { deliverHighlight } from "@/device/log/deliver-highlight";
import { note } from "@/device/log/log";
import { isAnyUnderWay, send } from "@/device/log/send";
import {
  overlayHighlights,
  overlayPlaced,
  patchHighlights,
  patchPlaced,
} from "@/lib/patch-highlights";
import type { HighlightChange, Pending } from "@/lib/pending";
import { orKept } from "./kept";
import { keys } from "./keys";
import { useOverlay } from "./shown";

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
  queryFn: (asked) => orKept(asked, loadHighlights, (store) => store.readHighlights()),
});

function entryHighlightsQuery(id: number) {
  return queryOptions({
    queryKey: keys.entryHighlights(id),
    queryFn: (asked) =>
      orKept(
        asked,
        async (signal) => {
          const address = "/api/v1/entries/{id}/highlights";
          return (await ask(api.GET(address, { params: { path: { id } }, signal }))).items;
        },
        (store) => store.readEntryHighlights(id),
      ),
  });
}

export const useHighlights = () =>
  useQuery({ ...highlightsQuery, select: useOverlay(overlayHighlights) });

export function useEntryHighlights(id: number) {
  const lay = useCallback(
    (items: PlacedHighlight[], pending: Pending) => overlayPlaced(items, pending, id),
    [id],
  );
  return useQuery({ ...entryHighlightsQuery(id), select: useOverlay(lay) });
}

/** `change.mutate({ kind: "delete", id, entryId, at: changeTime() })` */
export function useChangeHighlight() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: HighlightChange) =>
      send(
        note({ kind: "highlight", highlight: change }),
        () => deliverHighlight(change),
        () => confirmHighlight(client, change),
      ),
    onSettled: () => {
      if (!isAnyUnderWay()) void client.invalidateQueries({ queryKey: keys.highlights });
    },
  });
}

const changes = { lastTime: 0 };

/** Return a moment after every other one: what we know of the server's clock wavers. */
export function changeTime(): number {
  changes.lastTime = Math.max(changes.lastTime + 1, serverMicroseconds(Date.now()));
  return changes.lastTime;
}

/** The server has a change; an answer on its way may not know of it. */
export function confirmHighlight(client: QueryClient, change: HighlightChange): void {
  void client.cancelQueries({ queryKey: keys.highlights });
  client.setQueryData<PlacedHighlight[]>(
    keys.entryHighlights(change.entryId),
    (before) => before && patchPlaced(before, change),
  );
  client.setQueryData<Highlight[]>(
    keys.highlightList,
    (before) => before && patchHighlights(before, change),
  );
}
