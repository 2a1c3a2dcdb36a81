import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Wish } from "@/queries/deliver";

const OWNER = 5;

/** Two pages of one browser: what they remember is shared, what they hold is not. */
async function openPage() {
  vi.resetModules();
  return await import("./journal");
}

beforeEach(() => {
  const kept: Record<string, string> = { "tidings.account": JSON.stringify({ id: OWNER }) };
  const held = new Set<string>();
  const methods = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => {
      kept[name] = value;
    },
    removeItem: (name: string) => {
      delete kept[name];
    },
  };
  // As in a browser, names that are kept are the keys of the object itself.
  vi.stubGlobal(
    "localStorage",
    new Proxy(kept, {
      get: (_, name) => methods[name as keyof typeof methods],
    }),
  );
  vi.stubGlobal("navigator", {
    locks: {
      request: (name: string) => held.add(name),
      query: async () => ({ held: [...held].map((name) => ({ name })) }),
      end: () => held.clear(),
    },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const star = (id: number): Wish => ({
  kind: "mark",
  mark: { kind: "star", ids: [id], starred: true },
  at: id,
});
const closeEveryPage = () => (navigator.locks as unknown as { end: () => void }).end();

test("what is answered leaves nothing behind, however much it was", async () => {
  const page = await openPage();
  const strikes = Array.from({ length: 200 }, (_, id) => page.noteDown(star(id)));
  expect(Object.keys(localStorage)).toHaveLength(2); // one note, beside the account
  for (const strike of strikes) strike();
  closeEveryPage();
  expect(await (await openPage()).leftNotes()).toEqual([]);
});

test("a closed page leaves what it had begun to send to the next one", async () => {
  const page = await openPage();
  page.noteDown(star(1))();
  page.noteDown(star(2));
  const next = await openPage();
  expect(await next.leftNotes()).toEqual([]); // it may still be answered, or taken back
  closeEveryPage();
  const [name = ""] = await next.leftNotes();
  expect(next.readNote(name, OWNER)).toEqual([star(2)]);
  expect(next.readNote(name, OWNER + 1)).toEqual([]);
});

test("where pages cannot tell that they live, every other note counts as left", async () => {
  vi.stubGlobal("navigator", {});
  const page = await openPage();
  page.noteDown(star(1));
  expect(await page.leftNotes()).toEqual([]);
  expect(await (await openPage()).leftNotes()).toHaveLength(1);
});
