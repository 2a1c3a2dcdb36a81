// Lists of entries, page by page, and one entry with its text.
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  replaceEqualDeep,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { earlyRequests } from "@/api/early";
import type { Entry, EntryPage, ListedEntry } from "@/api/types";
import { pending } from "@/device/log/log";
import { isKeptCursor } from "@/lib/kept-cursor";
import type { ListScope } from "@/lib/list-scope";
import { grown, type Pages, patchPages } from "@/lib/patch-entries";
import { overlay, type Pending } from "@/lib/pending";
import { narrowed } from "@/lib/search-query";
import { orKept, orKnown } from "./kept";
import { keys } from "./keys";
import { upToDate } from "./patch-cache";
import { useOverlay } from "./shown";

const FIRST_PAGE = 50;
const LATER_PAGE = 200;

export function entriesQuery(scope: ListScope) {
  return infiniteQueryOptions({
    queryKey: keys.entryList(scope),
    queryFn: ({ pageParam, ...asked }) => loadPage(scope, pageParam, asked),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    enabled: scope.kind !== "search" || scope.q !== "",
    // A list stays as it is until its reader leaves or refreshes it: see use-list-visit.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    structuralSharing: (before, after) =>
      replaceEqualDeep(
        before,
        grown(before as Pages<EntryPage> | undefined, after as Pages<EntryPage>),
      ),
  });
}

export function entryQuery(id: number) {
  return queryOptions({
    queryKey: keys.entry(id),
    queryFn: (asked) =>
      orKnown(
        asked,
        (signal) => loadEntry(id, signal),
        (store) => store.readEntry(id),
      ),
  });
}

export const useEntries = (scope: ListScope) =>
  useInfiniteQuery({ ...entriesQuery(scope), select: useOverlay(overlayPages) });
export const useEntry = (id: number, enabled = true) =>
  useQuery({ ...entryQuery(id), enabled, select: useOverlay<Entry>(overlay) });

export function overlayPages(data: InfiniteData<EntryPage>, log: Pending) {
  return patchPages(data, (entry) => overlay(entry, log));
}

type Growing = Pick<
  ReturnType<typeof useEntries>,
  "hasNextPage" | "isFetching" | "isFetchNextPageError" | "fetchNextPage"
>;

/** Whether a list may load more by itself. A refresh on its way goes first: asking for more
 * would cancel it. What has failed would only fail again and again: the reader decides. */
export function canGrow({ hasNextPage, isFetching, isFetchNextPageError }: Growing): boolean {
  return hasNextPage && !isFetching && !isFetchNextPageError;
}

/** Load the next page, or wait for what is on its way, which may be asked for often. */
export function loadMore({ fetchNextPage }: Pick<Growing, "fetchNextPage">) {
  return fetchNextPage({ cancelRefetch: false });
}

/** Return these entries as lists show them. */
export function loadListed(ids: readonly number[]): Promise<ListedEntry[]> {
  const load = async () => {
    const query = { ids: ids.join(","), limit: ids.length };
    return (await ask(api.GET("/api/v1/entries", { params: { query } }))).items;
  };
  return upToDate(load, (rows, change) => rows.map(change));
}

/** Load a list again from its top; what was loaded further below is let go. */
export function restartList(client: QueryClient, scope: ListScope): Promise<void> {
  const { queryKey } = entriesQuery(scope);
  const onlyFirst = <One>({ pages, pageParams }: InfiniteData<One>) => ({
    pages: pages.slice(0, 1),
    pageParams: pageParams.slice(0, 1),
  });
  client.setQueryData(queryKey, (data) => data && onlyFirst(data));
  return client.refetchQueries({ queryKey, exact: true });
}

async function loadEntry(id: number, signal: AbortSignal): Promise<Entry> {
  const address = "/api/v1/entries/{id}";
  const load = () => ask(api.GET(address, { params: { path: { id } }, signal }));
  return await upToDate(load, (entry, change) => change(entry));
}

interface Asked {
  client: QueryClient;
  queryKey: QueryKey;
  signal: AbortSignal;
}

function loadPage(scope: ListScope, cursor: string | null, asked: Asked): Promise<EntryPage> {
  return upToDate(
    () => askOrLookUp(scope, cursor, asked),
    (page, change) => ({ ...page, items: page.items.map(change) }),
  );
}

async function askOrLookUp(
  scope: ListScope,
  cursor: string | null,
  asked: Asked,
): Promise<EntryPage> {
  // What comes after this moment is not in the list.
  const loaded_at = earlyRequests.timeOf("/api/v1/entries");
  const pages = pagesOf(asked);
  const shown = new Set(pages.flatMap((page) => page.items.map((entry) => entry.id)));
  const page = await orKept(
    asked,
    (signal) => askForPage(scope, isKeptCursor(cursor) ? null : cursor, signal),
    (store) =>
      store.readPage(scope, cursor, cursor === null ? new Set() : shown, pending.get()),
  );
  // Below rows that are from this device, the server begins at the top again.
  const isAdded = cursor !== null && cursor === pages.at(-1)?.next_cursor;
  const items = isAdded ? page.items.filter(({ id }) => !shown.has(id)) : page.items;
  return { loaded_at, ...page, items };
}

function pagesOf({ client, queryKey }: Asked): EntryPage[] {
  return client.getQueryData<InfiniteData<EntryPage>>(queryKey)?.pages ?? [];
}

function askForPage(
  scope: ListScope,
  cursor: string | null,
  signal: AbortSignal,
): Promise<EntryPage> {
  const page = cursor === null ? { limit: FIRST_PAGE } : { limit: LATER_PAGE, cursor };
  if (scope.kind === "search" || scope.kind === "saved-search") {
    const query = { ...page, ...searchQuery(scope), count: cursor === null };
    return ask(api.GET("/api/v1/entries/search", { params: { query }, signal }));
  }
  const query = { ...page, ...listQuery(scope) };
  return ask(api.GET("/api/v1/entries", { params: { query }, signal }));
}

function searchQuery(scope: ListScope) {
  const order = scope.order === "rank" ? ("rank" as const) : ("newest" as const);
  const terms = [scope.within, scope.unread ? "is:unread" : undefined];
  const q = narrowed(
    scope.q,
    terms.filter((term) => term !== undefined),
  );
  return { order, q, ...(scope.kind === "saved-search" ? { search_id: scope.id } : {}) };
}

function listQuery(scope: ListScope) {
  const order = scope.order === "rank" ? ("newest" as const) : scope.order;
  const { unread, q, ceiling } = scope;
  const most = ceiling === undefined ? {} : { max_score: ceiling };
  return { order, unread, q, ...most, ...placeQuery(scope) };
}

function placeQuery(scope: ListScope) {
  switch (scope.kind) {
    case "feed":
      return { feed_id: scope.id };
    case "folder":
      return { folder_id: scope.id };
    case "tag":
      return { tag: scope.name };
    case "starred":
      return { starred: true };
    default:
      return {};
  }
}
