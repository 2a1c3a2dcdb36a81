import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keys } from "@/queries/keys";

// Outside a browser, an address needs its host.
vi.stubGlobal(
  "Request",
  class extends Request {
    constructor(address: string, options?: RequestInit) {
      super(new URL(address, "http://reader.example"), options);
    }
  },
);
const { applyMark } = await import("@/queries/patch-cache");
const { createRowRefresher } = await import("./row-refresher");

const asked: number[][] = [];
let meanwhile = () => {};

/** The server: everything was read and starred elsewhere. */
async function answer(request: Request): Promise<Response> {
  const ids = (new URL(request.url).searchParams.get("ids") ?? "").split(",").map(Number);
  asked.push(ids);
  meanwhile();
  const items = ids.map((id) => ({ id, feed_id: 1, read: true, starred: true, tags: [] }));
  return Response.json({ items, next_cursor: null });
}

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  meanwhile = () => {};
  vi.stubGlobal("fetch", answer);
});

afterEach(() => vi.useRealTimers());

function listOf(count: number) {
  const client = new QueryClient();
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  const items = ids.map((id) => ({ id, feed_id: 1, read: false, starred: false, tags: [] }));
  client.setQueryData([...keys.entryLists, "all"], { pages: [{ items }], pageParams: [null] });
  const rows = () =>
    client.getQueryData<{ pages: { items: typeof items }[] }>([...keys.entryLists, "all"])
      ?.pages[0]?.items ?? [];
  return { client, rows };
}

test("every loaded row is brought up to date, some hundreds at a time", async () => {
  const { client, rows } = listOf(450);
  createRowRefresher(client).addAll();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked.map((ids) => ids.length)).toEqual([200, 200, 50]);
  expect(rows().every(({ read, starred }) => read && starred)).toBe(true);
});

test("a mark made while rows are on their way stays", async () => {
  const { client, rows } = listOf(3);
  meanwhile = () => applyMark(client, { kind: "star", ids: [2], starred: false });
  createRowRefresher(client).add([1, 2, 99]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toEqual([[1, 2]]);
  expect(rows().map(({ starred }) => starred)).toEqual([true, false, false]);
});
