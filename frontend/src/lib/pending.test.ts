import { describe, expect, test } from "vitest";
import type { Mark } from "./marks";
import {
  type Change,
  contradicted,
  countChanges,
  countSteps,
  type Line,
  type Marked,
  mustKeepOrder,
  overlay,
  pendingOf,
} from "./pending";

const ENTRY: Marked = {
  id: 1,
  feed_id: 7,
  received_at: 20,
  read: false,
  starred: true,
  tags: ["b"],
};

const line = (at: number, change: Change, before: Marked[] = []): Line => ({
  id: `${at}`,
  owner: 1,
  at,
  change,
  before,
});
const marked = (at: number, mark: Mark, before: Marked[] = []) =>
  line(at, { kind: "mark", mark }, before);
const read = (at: number, isRead: boolean, ...before: Marked[]) =>
  marked(at, { kind: "read", ids: [1], read: isRead }, before);
const star = (ids: number[], starred: boolean): Mark => ({ kind: "star", ids, starred });
const allRead = (at: number, part: Partial<{ feedIds: number[]; before: number; n: number }>) =>
  line(at, {
    kind: "all-read",
    allRead: {
      body: { all: true, before: part.before ?? 20, at },
      feedIds: part.feedIds ?? null,
      cleared: [[7, -(part.n ?? 0)]],
    },
  });
const shown = (...lines: Line[]) => overlay(ENTRY, pendingOf(lines));

describe("what is shown", () => {
  test("is what the server said with the marks it does not know yet", () => {
    const lines = [
      read(1, true),
      marked(2, star([2], false)),
      marked(3, { kind: "tag", ids: [1], tag: "a", tagged: true }),
    ];
    expect(shown(...lines)).toEqual({ ...ENTRY, read: true, tags: ["a", "b"] });
  });

  test("is the same object if nothing is pending", () => {
    expect(shown()).toBe(ENTRY);
  });

  test("is the newest of several marks, in whatever order they come", () => {
    expect(shown(read(2, false), read(1, true)).read).toBe(false);
    expect(shown(read(1, false), read(2, true)).read).toBe(true);
  });

  test.each([
    ["of its feed", { feedIds: [7] }, true],
    ["of all feeds", {}, true],
    ["of another feed", { feedIds: [8] }, false],
    ["from before it came", { before: 19 }, false],
  ])('follows an "all read" %s', (_, part, isRead) => {
    expect(shown(allRead(5, part)).read).toBe(isRead);
  });

  test('follows the newer one of "all read" and a mark of the entry itself', () => {
    expect(shown(allRead(5, {}), read(4, false)).read).toBe(true);
    expect(shown(allRead(5, {}), read(6, false)).read).toBe(false);
  });
});

describe("the counts", () => {
  const unread = (...lines: Line[]) =>
    countSteps(pendingOf(lines)).unread.reduce((sum, [, step]) => sum + step, 0);

  test("fall once for several marks that say the same", () => {
    expect(unread(read(1, true, ENTRY), read(2, true, ENTRY))).toBe(-1);
  });

  test("do not move for what is taken back", () => {
    expect(unread(read(1, true, ENTRY), read(2, false, ENTRY))).toBe(0);
  });

  test("do not move for what the server has read already", () => {
    expect(unread(read(1, true, { ...ENTRY, read: true }))).toBe(0);
  });

  test('have what is unread again after an "all read"', () => {
    expect(unread(allRead(1, { n: 5 }), read(2, false, ENTRY))).toBe(-4);
    expect(unread(read(1, true, ENTRY), allRead(2, { n: 4 }))).toBe(-5);
  });

  test("count stars apart", () => {
    const lines = [marked(1, star([1], false), [ENTRY])];
    expect(countSteps(pendingOf(lines))).toEqual({ unread: [], starred: -1 });
  });
});

test("a reader is told of one change for each thing that was marked", () => {
  const lines = [read(1, true), read(2, false), marked(3, star([1, 2], true)), allRead(4, {})];
  expect(countChanges(pendingOf(lines))).toBe(4);
});

test("marks that contradict each other keep their order, others need not", () => {
  const change = (mark: Mark): Change => ({ kind: "mark", mark });
  const starred = change(star([7], true));
  expect(mustKeepOrder(starred, change(star([7, 8], false)))).toBe(true);
  expect(mustKeepOrder(starred, change(star([8], false)))).toBe(false);
  expect(mustKeepOrder(starred, change(star([7], true)))).toBe(false);
  expect(mustKeepOrder(starred, change({ kind: "read", ids: [7], read: false }))).toBe(false);
});

test("changes of one highlight keep their order", () => {
  const change = (id: string): Change => ({
    kind: "highlight",
    highlight: { kind: "delete", id, entryId: 1, at: 1 },
  });
  expect(mustKeepOrder(change("a"), change("a"))).toBe(true);
  expect(mustKeepOrder(change("a"), change("b"))).toBe(false);
});

test('an "all read" is contradicted by whatever is marked unread', () => {
  const { change } = allRead(1, {});
  expect(contradicted(change, { kind: "read", ids: [3], read: false })).toEqual([3]);
  expect(contradicted(change, { kind: "read", ids: [3], read: true })).toEqual([]);
});
