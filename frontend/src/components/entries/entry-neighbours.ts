import { useNavigate } from "@tanstack/react-router";
import { type RefObject, useEffect, useMemo } from "react";
import type { ListedEntry } from "@/api/types";
import { useListScope } from "@/hooks/use-list-scope";
import { canGrow, loadMore, useEntries } from "@/queries/entries";

const AHEAD = 3;
// The last step from within an entry: what had the focus went away with it.
const lastStep: { taken: { to: number; side: "previous" | "next" } | null } = { taken: null };

export interface Neighbours {
  previous: ListedEntry | undefined;
  next: ListedEntry | undefined;
  open: (id: number) => void;
}

/** The entries before and after the open one, in the list that the address shows. */
export function useNeighbours(id: number): Neighbours {
  const navigate = useNavigate();
  const { scope } = useListScope();
  const list = useEntries(scope);
  const { data, fetchNextPage } = list;
  const entries = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const at = entries.findIndex((one) => one.id === id);
  const needsMore = at >= 0 && at >= entries.length - AHEAD && canGrow(list);
  useEffect(() => {
    if (needsMore) void loadMore({ fetchNextPage });
  }, [needsMore, fetchNextPage]);
  return {
    previous: at > 0 ? entries[at - 1] : undefined,
    next: at >= 0 ? entries[at + 1] : undefined,
    open: (entry) => {
      const isWithin = document.activeElement?.closest("[data-entry-scroller]");
      const side = entry === entries[at - 1]?.id ? "previous" : "next";
      lastStep.taken = isWithin ? { to: entry, side } : null;
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => ({ ...before, entry }),
        replace: true,
        state: true, // as it was: closing goes back to the list
      });
    },
  };
}

/** After a step, its button has the focus here too, or the other one at the end of the list. */
export function useFocusAfterStep(id: number, tools: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const step = lastStep.taken;
    if (step?.to !== id) return;
    const same = tools.current?.querySelector<HTMLElement>(`[data-step=${step.side}]:enabled`);
    const other = tools.current?.querySelector<HTMLElement>("[data-step]:enabled");
    (same ?? other)?.focus({ preventScroll: true });
    lastStep.taken = null;
  }, [id, tools]);
}
