import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { firstList, firstQuestions, frameOf } from "./early";
import { DEFAULTS, type Preferences } from "./preferences";

const asked: string[] = [];

// Browsers know where they are; here, addresses need the whole way.
class HereRequest extends Request {
  constructor(address: string, init?: RequestInit) {
    super(new URL(address, "http://tidings.test"), init);
  }
}

beforeEach(() => {
  asked.length = 0;
  vi.resetModules();
  vi.stubGlobal("Request", HereRequest);
  vi.stubGlobal("location", { origin: "http://tidings.test" });
  vi.stubGlobal("fetch", async (request: Request | string) => {
    asked.push(typeof request === "string" ? request : request.url.slice(19));
    return Response.json({ items: [], next_cursor: null });
  });
});

test.each<[string, Partial<Preferences>]>([
  ["/", {}],
  ["/", { order: "fair" }],
  ["/all", { order: "oldest" }],
  ["/all", { order: "fair" }],
])("what %s is asked early is what the app asks (%o)", async (pathname, wishes) => {
  const preferences = { ...DEFAULTS, ...wishes };
  const address = { pathname, search: "" };
  const { entriesQuery } = await import("@/queries/entries");
  const { countsQuery, subscriptionsQuery } = await import("@/queries/feeds");
  const { meQuery } = await import("@/queries/account");
  const client = new QueryClient();
  const list = firstList(address, preferences);
  await client.fetchQuery(meQuery);
  if (list) await client.fetchInfiniteQuery(entriesQuery(list));
  await client.fetchQuery(subscriptionsQuery);
  await client.fetchQuery(countsQuery);
  expect(asked).toEqual(firstQuestions(address, preferences));
});

test.each<[string, string, Partial<Preferences>]>([
  ["/", "?show=all", {}],
  ["/", "", { homePage: "starred" }],
  ["/settings/appearance", "", {}],
])("no list is asked early for %s%s (%o)", (pathname, search, wishes) => {
  expect(firstList({ pathname, search }, { ...DEFAULTS, ...wishes })).toBeNull();
});

test("an early answer is taken once; the next question is asked anew", async () => {
  const { askEarly, fetchOnce } = await import("./early");
  const request = () => new Request("/api/v1/counts");
  askEarly(["/api/v1/counts"]);
  await fetchOnce(request());
  expect(asked).toHaveLength(1);
  await fetchOnce(request());
  expect(asked).toHaveLength(2);
});

test("who no longer wants an early answer need not wait for it", async () => {
  const { askEarly, fetchOnce } = await import("./early");
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  askEarly(["/api/v1/counts"]);
  const stop = new AbortController();
  const answer = fetchOnce(new Request("/api/v1/counts", { signal: stop.signal }));
  stop.abort();
  await expect(answer).rejects.toThrow("abort");
});

test.each([
  ["/", true, "list"],
  ["/tag/news", true, "list"],
  ["/health", true, "page"],
  ["/login", true, "door"],
  ["/", false, "door"],
])("%s of a reader (%s) looks like a %s", (path, isReader, frame) => {
  expect(frameOf(path, isReader)).toBe(frame);
});

test("a list that was asked early knows nothing of what came until the app was there", async () => {
  vi.useFakeTimers({ now: 5_000 });
  const { askEarly, fetchOnce, timeOfAsking } = await import("./early");
  askEarly(["/api/v1/entries?limit=50", "/api/v1/counts"]);
  vi.setSystemTime(7_000);
  expect(timeOfAsking("/api/v1/entries")).toBe(5_000);
  await fetchOnce(new Request("/api/v1/entries?limit=50"));
  expect(timeOfAsking("/api/v1/entries")).toBe(7_000);
  vi.useRealTimers();
});
