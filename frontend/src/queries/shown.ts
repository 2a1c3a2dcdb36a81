// What is shown: what the server said with the pending changes laid over it.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Counts, Entry } from "@/api/types";
import { pending } from "@/device/log/log";
import { patchCounts } from "@/lib/patch-counts";
import { countSteps, overlay, type Pending } from "@/lib/pending";
import { useShared } from "@/lib/shared-value";
import { keys } from "./keys";
import { knownPlaces } from "./patch-cache";

/** Returns a `select` for a query, which is another one whenever the log has changed. */
export function useOverlay<Answer>(
  lay: (answer: Answer, pending: Pending, client: QueryClient) => Answer,
): (answer: Answer) => Answer {
  const client = useQueryClient();
  const log = useShared(pending);
  return useCallback((answer) => lay(answer, log, client), [lay, log, client]);
}

export function overlayCounts(counts: Counts, log: Pending, client: QueryClient): Counts {
  if (log.lines.length === 0) return counts;
  return patchCounts(counts, countSteps(log), knownPlaces(client));
}

export function shownEntry(client: QueryClient, id: number): Entry | undefined {
  const entry = client.getQueryData<Entry>(keys.entry(id));
  return entry && overlay(entry, pending.get());
}

export function shownCounts(client: QueryClient): Counts | undefined {
  const counts = client.getQueryData<Counts>(keys.counts);
  return counts && overlayCounts(counts, pending.get(), client);
}
