import { QueryClient } from "@tanstack/react-query";
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
const { markEntries } = await import("./marks");
const { shownEntry } = await import("./shown");

const TAG: Mark = { kind: "tag", ids: [7], tag: "ships", tagged: true };

afterEach(() => vi.unstubAllGlobals());

function marks(answer: () => Response) {
  vi.stubGlobal("fetch", async () => Object.defineProperty(answer(), "url", { value: URL_OF }));
  const client = new QueryClient();
  client.setQueryData(keys.entry(7), {
    id: 7,
    feed_id: 1,
    received_at: 1,
    read: true,
    starred: false,
    tags: [],
  });
  const notify = vi.fn();
  const tags = () => shownEntry(client, 7)?.tags;
  return { mark: (mark: Mark) => markEntries(client, mark, notify), notify, tags };
}

const URL_OF = "http://reader.example/api/v1/entries/7/tags/ships";

test("a mark that the server refuses is rolled back, and that is said", async () => {
  const full = { error: { code: "conflict", message: "There are too many tags." } };
  const { mark, notify, tags } = marks(() => Response.json(full, { status: 409 }));
  const sending = mark(TAG);
  expect(tags()).toEqual(["ships"]);
  await sending;
  expect(tags()).toEqual([]);
  expect(notify).toHaveBeenCalledOnce();
});

test("of a mark that holds nothing is said", async () => {
  const { mark, notify, tags } = marks(() => new Response(null, { status: 204 }));
  await mark(TAG);
  expect(tags()).toEqual(["ships"]);
  expect(notify).not.toHaveBeenCalled();
});
