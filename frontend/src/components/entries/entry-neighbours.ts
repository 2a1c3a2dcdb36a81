import { useNavigate } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import type { ListedEntry } from "@/api/types";
import { useListScope } from "@/hooks/use-list-scope";
import { canGrow, loadMore, useEntries } from "@/queries/entries";

const AHEAD = 3;

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
    open: (entry) =>
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => ({ ...before, entry }),
        replace: true,
      }),
  };
}
