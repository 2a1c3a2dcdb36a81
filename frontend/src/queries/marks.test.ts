import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { Mark } from "@/lib/marks";
import { keys } from "./keys";

// Outside a browser, an address needs its host.
vi.stubGlobal(
  "Request",
  class extends Request {
    constructor(address: string, options?: RequestInit) {
      super(new URL(address, "http://reader.example"), options);
    }
  },
);
const { marking } = await import("./marks");

const TAG: Mark = { kind: "tag", ids: [7], tag: "ships", tagged: true };

afterEach(() => vi.unstubAllGlobals());

function marks(answer: () => Response) {
  vi.stubGlobal("fetch", async () => Object.defineProperty(answer(), "url", { value: URL_OF }));
  const client = new QueryClient();
  client.setQueryData(keys.entry(7), {
    id: 7,
    feed_id: 1,
    read: true,
    starred: false,
    tags: [],
  });
  const tell = vi.fn();
  const tags = () => client.getQueryData<{ tags: string[] }>(keys.entry(7))?.tags;
  return { mark: new MutationObserver(client, marking(client, tell)), tell, tags };
}

const URL_OF = "http://reader.example/api/v1/entries/7/tags/ships";

test("a mark that the server refuses is taken back, and that is said", async () => {
  const full = { error: { code: "conflict", message: "There are too many tags." } };
  const { mark, tell, tags } = marks(() => Response.json(full, { status: 409 }));
  const sending = mark.mutate(TAG);
  await vi.waitFor(() => expect(tags()).toEqual(["ships"]));
  await expect(sending).rejects.toThrow();
  expect(tags()).toEqual([]);
  expect(tell).toHaveBeenCalledOnce();
});

test("of a mark that holds nothing is said", async () => {
  const { mark, tell, tags } = marks(() => new Response(null, { status: 204 }));
  await mark.mutate(TAG);
  expect(tags()).toEqual(["ships"]);
  expect(tell).not.toHaveBeenCalled();
});
