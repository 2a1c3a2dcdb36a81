import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Wish } from "@/queries/deliver";

const OWNER = 5;
const held: string[] = [];

/** Two pages of one browser: what they remember is shared, what they hold is not. */
async function openPage() {
  vi.resetModules();
  return await import("./journal");
}

beforeEach(() => {
  const kept: Record<string, string> = { "tidings.account": JSON.stringify({ id: OWNER }) };
  held.length = 0;
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
      request: async (name: string) => void held.push(name),
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

test("what is answered leaves nothing behind, however much it was", async () => {
  const page = await openPage();
  const strikes = Array.from({ length: 200 }, (_, id) => page.noteDown(star(id)));
  expect(Object.keys(localStorage)).toHaveLength(2); // one note, beside the account
  for (const strike of strikes) strike();
  expect((await openPage()).notesOfOthers()).toEqual([]);
});

test("a page leaves what it had begun to send to the next one", async () => {
  const page = await openPage();
  page.noteDown(star(1))();
  page.noteDown(star(2));
  expect(page.notesOfOthers()).toEqual([]);
  const next = await openPage();
  const [name = ""] = next.notesOfOthers();
  expect(next.readNote(name, OWNER)).toEqual([star(2)]);
  expect(next.readNote(name, OWNER + 1)).toEqual([]);
});

test("while a page is there, it holds its note", async () => {
  const page = await openPage();
  page.noteDown(star(1));
  page.noteDown(star(2));
  expect(held).toEqual((await openPage()).notesOfOthers());
});
