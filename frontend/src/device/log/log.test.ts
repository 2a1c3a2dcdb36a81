import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Mark } from "@/lib/marks";
import { type Change, type Marked, overlay } from "@/lib/pending";

const OWNER = 5;
const held: string[] = [];

/** Two pages of one browser: what they remember is shared, what they hold is not. */
async function openPage() {
  vi.resetModules();
  return { ...(await import("./log")), ...(await import("./notes")) };
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

const mark = (part: Mark): Change => ({ kind: "mark", mark: part });
const star = (id: number) => mark({ kind: "star", ids: [id], starred: true });
const unread = mark({ kind: "read", ids: [1], read: false });
const allRead: Change = {
  kind: "all-read",
  allRead: { body: { all: true, before: 20, at: 1 }, feedIds: null, cleared: [] },
};
const ENTRY: Marked = {
  id: 1,
  feed_id: 7,
  received_at: 20,
  read: false,
  starred: false,
  tags: [],
};

test("what is confirmed leaves nothing behind, however much it was", async () => {
  const page = await openPage();
  const lines = Array.from({ length: 200 }, (_, id) => page.note(star(id)));
  expect(Object.keys(localStorage)).toHaveLength(2); // one note, beside the account
  page.confirm(lines, () => undefined);
  expect((await openPage()).notesOfOthers()).toEqual([]);
});

test("a page leaves what it had begun to send to the next one", async () => {
  const page = await openPage();
  page.remove([page.note(star(1)).id]);
  const line = page.note(star(2));
  expect(page.notesOfOthers()).toEqual([]);
  const next = await openPage();
  const [name = ""] = next.notesOfOthers();
  expect(next.readNote(name, OWNER)).toEqual([line]);
  expect(next.readNote(name, OWNER + 1)).toEqual([]);
});

test("while a page is there, it holds its note", async () => {
  const page = await openPage();
  page.note(star(1));
  page.note(star(2));
  expect(held).toEqual((await openPage()).notesOfOthers());
});

test("what waits for another account is not shown", async () => {
  const page = await openPage();
  const line = (await openPage()).note(star(1));
  page.addWaiting([{ ...line, owner: OWNER + 1 }]);
  expect(page.pending.get().lines).toEqual([]);
  page.addWaiting([line]);
  expect(page.pending.get().lines).toEqual([line]);
});

test("a line that is handed over is shown once, and no longer in the note", async () => {
  const page = await openPage();
  const line = page.note(star(1));
  page.addWaiting([line]);
  page.handOver(line);
  expect(page.pending.get().lines).toEqual([line]);
  expect((await openPage()).notesOfOthers()).toEqual([]);
});

test('what is marked unread after an "all read" stays so, whichever is confirmed first', async () => {
  const page = await openPage();
  let base = ENTRY;
  const shown = () => overlay(base, page.pending.get()).read;
  const set = (read: boolean) => () => {
    base = { ...base, read };
  };
  const whole = page.note(allRead);
  expect(shown()).toBe(true);
  const single = page.note(unread);
  page.confirm([single], set(false));
  expect(shown()).toBe(false);
  page.confirm([whole], set(true));
  expect(shown()).toBe(false);
  expect(page.pending.get().lines).toEqual([]);
});

test("what is confirmed before an older mark that still waits stays above it", async () => {
  const page = await openPage();
  const older = page.note(star(1));
  page.handOver(older);
  const newer = page.note(mark({ kind: "star", ids: [1], starred: false }));
  page.confirm([newer], () => undefined);
  expect(overlay(ENTRY, page.pending.get()).starred).toBe(false);
  page.confirm([older], () => undefined);
  expect(page.pending.get().lines).toEqual([]);
});

test("entries are loaded again if news contradicted what was under way", async () => {
  const page = await openPage();
  const { follow } = await import("@/device/follow");
  const received: unknown[] = [];
  follow((happening) => received.push(happening));
  const line = page.note(star(1));
  page.doubt({ kind: "star", ids: [1, 2], starred: false });
  expect(received).toEqual([]);
  page.confirm([line], () => undefined);
  expect(received).toEqual([{ kind: "doubted", ids: [1] }]);
});
