import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { ListScope } from "@/lib/list-scope";

const SCOPE: ListScope = { kind: "all", unread: false, order: "newest", q: "" };

// Outside a browser, an address needs its host.
vi.stubGlobal(
  "Request",
  class extends Request {
    constructor(address: string, options?: RequestInit) {
      super(new URL(address, "http://reader.example"), options);
    }
  },
);
const { canGrow, entriesQuery, loadMore, restartList } = await import("./entries");
const { applyAllRead, applyMark } = await import("./patch-cache");

/** A list on a server that has these pages; all but the first take until they are let go. */
function openList(...pages: { ids: number[]; next_cursor: string | null }[]) {
  const asked: (string | null)[] = [];
  let letGo = () => {};
  vi.stubGlobal("fetch", async (request: Request) => {
    const page = pages[asked.length];
    asked.push(new URL(request.url).searchParams.get("cursor"));
    const items = page?.ids.map((id) => ({ id, feed_id: 1, read: false, tags: [] }));
    if (asked.length > 1) await new Promise<void>((resolve) => (letGo = resolve));
    return Response.json({ items, next_cursor: page?.next_cursor });
  });
  const client = new QueryClient();
  const list = new InfiniteQueryObserver(client, entriesQuery(SCOPE));
  const { queryKey } = entriesQuery(SCOPE);
  const rows = () => client.getQueryData(queryKey)?.pages.flatMap((page) => page.items) ?? [];
  return { client, list, asked, rows, letGo: () => letGo() };
}

afterEach(() => vi.unstubAllGlobals());

test("of two searches the newest answer is shown, and the older is given up", async () => {
  const asked: Request[] = [];
  const answers: ((ids: number[]) => void)[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    asked.push(request);
    return new Promise<Response>((resolve, reject) => {
      request.signal.addEventListener("abort", () => reject(request.signal.reason));
      answers.push((ids) =>
        resolve(
          Response.json({ items: ids.map((id) => ({ id, tags: [] })), next_cursor: null }),
        ),
      );
    });
  });
  const search = (q: string) => entriesQuery({ ...SCOPE, kind: "search", q });
  const list = new InfiniteQueryObserver(new QueryClient(), search("sol"));
  const stop = list.subscribe(() => {});
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  list.setOptions(search("solar OR wind"));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  answers[1]?.([2]);
  answers[0]?.([1]);
  const rows = () => list.getCurrentResult().data?.pages.flatMap((page) => page.items);
  await vi.waitFor(() => expect(rows()?.map(({ id }) => id)).toEqual([2]));
  const query = new URL(asked[1]?.url ?? "").searchParams;
  expect([query.get("q"), query.get("count")]).toEqual(["solar OR wind", "true"]);
  stop();
});

test("what is marked while the next page is on its way stays marked", async () => {
  const { client, list, asked, rows, letGo } = openList(
    { ids: [3, 2], next_cursor: "a" },
    { ids: [1], next_cursor: null },
  );
  await list.refetch();
  const more = list.fetchNextPage();
  await vi.waitFor(() => expect(asked).toEqual([null, "a"]));
  applyMark(client, { kind: "read", ids: [2], read: true });
  letGo();
  await more;
  expect(rows().map(({ id, read }) => `${id} ${read}`)).toEqual([
    "3 false",
    "2 true",
    "1 false",
  ]);
});

test("what is marked while a list is loaded again stays marked", async () => {
  const { client, list, asked, rows, letGo } = openList(
    { ids: [2, 1], next_cursor: null },
    { ids: [3, 2, 1], next_cursor: null },
  );
  await list.refetch();
  const again = list.refetch();
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  applyMark(client, { kind: "read", ids: [1, 2], read: true });
  applyMark(client, { kind: "read", ids: [1], read: false });
  letGo();
  await again;
  expect(rows().map(({ id, read }) => `${id} ${read}`)).toEqual([
    "3 false",
    "2 true",
    "1 false",
  ]);
});

test("below rows of this device the server is asked from the top, and no row comes twice", async () => {
  const { list, asked, rows, letGo } = openList(
    { ids: [5, 4], next_cursor: "kept:1" },
    { ids: [6, 5, 4, 3], next_cursor: "a" },
  );
  await list.refetch();
  const more = list.fetchNextPage();
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  letGo();
  await more;
  expect(asked).toEqual([null, null]);
  expect(rows().map(({ id }) => id)).toEqual([5, 4, 6, 3]);
});

test("what came after all was read on another device stays unread", async () => {
  const { client, list, rows } = openList({ ids: [9, 8], next_cursor: null });
  await list.refetch();
  applyAllRead(client, null, ({ id }) => id <= 8);
  expect(rows().map(({ read }) => read)).toEqual([false, true]);
});

test("more of a list is asked for only after a refresh that is on its way", async () => {
  const { client, list, asked, rows, letGo } = openList(
    { ids: [3, 2], next_cursor: "a" },
    { ids: [4, 3], next_cursor: "b" },
  );
  await list.refetch();
  const stop = list.subscribe(() => undefined);
  expect(canGrow(list.getCurrentResult())).toBe(true);
  const refreshed = restartList(client, SCOPE);
  expect(canGrow(list.getCurrentResult())).toBe(false);
  const more = loadMore(list.getCurrentResult());
  await vi.waitFor(() => expect(asked).toEqual([null, null]));
  letGo();
  await Promise.all([refreshed, more]);
  expect(rows().map(({ id }) => id)).toEqual([4, 3]);
  expect(asked).toEqual([null, null]);
  stop();
});

test("a list that could not load more does not ask again by itself", async () => {
  const { list } = openList({ ids: [3, 2], next_cursor: "a" });
  await list.refetch();
  vi.stubGlobal("fetch", async () => Response.json({}, { status: 404 }));
  await list.fetchNextPage();
  expect(list.getCurrentResult().isFetchNextPageError).toBe(true);
  expect(canGrow(list.getCurrentResult())).toBe(false);
});
