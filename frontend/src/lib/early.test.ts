import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { firstList, firstQuestions } from "./early";
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
])("what %s is asked early is what the app asks (%o)", async (pathname, chosen) => {
  const preferences = { ...DEFAULTS, ...chosen };
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
])("no list is asked early for %s%s (%o)", (pathname, search, chosen) => {
  expect(firstList({ pathname, search }, { ...DEFAULTS, ...chosen })).toBeNull();
});
