import { beforeEach, expect, test, vi } from "vitest";

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

test("an early answer is taken once; the next question is asked again", async () => {
  const { earlyRequests } = await import("./early");
  const request = () => new Request("/api/v1/counts");
  earlyRequests.ask(["/api/v1/counts"]);
  await earlyRequests.fetchOnce(request());
  expect(asked).toHaveLength(1);
  await earlyRequests.fetchOnce(request());
  expect(asked).toHaveLength(2);
});

test("who no longer wants an early answer need not wait for it", async () => {
  const { earlyRequests } = await import("./early");
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  earlyRequests.ask(["/api/v1/counts"]);
  const stop = new AbortController();
  const answer = earlyRequests.fetchOnce(
    new Request("/api/v1/counts", { signal: stop.signal }),
  );
  stop.abort();
  await expect(answer).rejects.toThrow("abort");
});

test("a list that was asked early knows nothing of what came until the app was there", async () => {
  vi.useFakeTimers({ now: 5_000 });
  const { earlyRequests } = await import("./early");
  earlyRequests.ask(["/api/v1/entries?limit=50", "/api/v1/counts"]);
  vi.setSystemTime(7_000);
  expect(earlyRequests.timeOf("/api/v1/entries")).toBe(5_000);
  await earlyRequests.fetchOnce(new Request("/api/v1/entries?limit=50"));
  expect(earlyRequests.timeOf("/api/v1/entries")).toBe(7_000);
  vi.useRealTimers();
});
