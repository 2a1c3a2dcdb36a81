// The list of the address, what is open in it, and where the cursor is. UI state is the address.
import {
  type NavigateOptions,
  useLocation,
  useNavigate,
  useRouter,
} from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { EntryPage } from "@/api/types";
import type { ListScope, ReadingSearch } from "@/lib/list-scope";
import { stepBack } from "@/lib/step-back";
import { loadMore, useEntries } from "@/queries/entries";
import { useListScope } from "./use-list-scope";
import { useScopeName } from "./use-scope-name";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The step before this one is the list alone: going back closes the entry. */
    fromList?: boolean;
  }
}

export type ListEntry = EntryPage["items"][number];

export interface Reading {
  scope: ListScope;
  name: string;
  list: ReturnType<typeof useEntries>;
  loadMore: () => ReturnType<typeof loadMore>;
  entries: readonly ListEntry[];
  loadedAt: number; // milliseconds; what came later is not in the list
  openId: number | null;
  /** Where the cursor is: the entry last opened or moved to. */
  cursorId: number | null;
  moveTo: (id: number) => void;
  open: (id: number) => void;
  close: () => void;
  change: (part: Partial<ReadingSearch>) => void;
}

export function useReading(): Reading {
  const { scope, search } = useListScope();
  const name = useScopeName(scope);
  const list = useEntries(scope);
  const navigate = useNavigate();
  const router = useRouter();
  const fromList = useLocation({ select: ({ state }) => state.fromList === true });
  const [moved, setMoved] = useState<{ to: number; whileOpen: number | null } | null>(null);
  const [lastOpen, setLastOpen] = useState<number | null>(null);
  const entries = useMemo(
    () => list.data?.pages.flatMap((page) => page.items) ?? [],
    [list.data],
  );
  const openId = search.entry ?? null;
  if (openId !== null && openId !== lastOpen) setLastOpen(openId);

  const go = (
    change: (before: ReadingSearch) => ReadingSearch,
    more: Partial<NavigateOptions>,
  ) => void navigate({ to: ".", search: change as never, resetScroll: false, ...more });
  const open = (id: number) => {
    // Going back leads to the list, however many entries were read in between.
    const isFirst = openId === null;
    go((before) => ({ ...before, entry: id }), {
      replace: !isFirst,
      state: (before) => ({ ...before, fromList: isFirst || fromList }),
    });
  };
  const close = () => {
    if (openId === null) return;
    if (fromList) stepBack(router.history);
    else go(({ entry: _, ...rest }) => rest, { replace: true });
  };
  const change = (part: Partial<ReadingSearch>) =>
    go((before) => ({ ...before, ...part }), { replace: true });

  return {
    scope,
    name,
    list,
    loadMore: () => loadMore(list),
    entries,
    loadedAt: list.data?.pages[0]?.loaded_at ?? 0,
    openId,
    cursorId: moved?.whileOpen === openId ? moved.to : (openId ?? lastOpen),
    moveTo: (to) => setMoved({ to, whileOpen: openId }),
    open,
    close,
    change,
  };
}
