import { describe, expect, test } from "vitest";
import {
  daysAgo,
  firstFrom,
  indexOfPlace,
  listRows,
  nextUnread,
  readPlace,
  rowAt,
  stepFrom,
  unreadBefore,
  unreadBetween,
} from "./list-rows";

const entry = (id: number, sort_at: number, read = false) => ({ id, sort_at, read });
const ENTRIES = [entry(9, 30), entry(8, 29, true), entry(7, 20), entry(6, 19), entry(5, 18)];
const byTens = (at: number) => String(Math.floor(at / 10));

describe("rows", () => {
  test("each day has a heading", () => {
    const rows = listRows(ENTRIES, { columns: 1, dayOf: byTens });
    expect(rows.map((row) => (row.kind === "day" ? row.at : row.entries[0]?.id))).toEqual([
      30, 9, 29, 8, 7, 19, 6, 5,
    ]);
  });

  test("cards are side by side, and never over a heading", () => {
    const rows = listRows(ENTRIES, { columns: 2, dayOf: byTens });
    const sizes = rows.map((row) => (row.kind === "day" ? "day" : row.entries.length));
    expect(sizes).toEqual(["day", 1, "day", 2, "day", 2]);
  });

  test.each([
    [1, byTens],
    [2, byTens],
    [3, null],
    [1, null],
  ])("every entry is found in its row (%d columns)", (columns, dayOf) => {
    const rows = listRows(ENTRIES, { columns, dayOf });
    ENTRIES.forEach((one, index) => {
      const row = rows[rowAt(rows, index)];
      expect(row?.kind === "entries" && row.entries.includes(one)).toBe(true);
    });
  });

  test("the first entry below a heading", () => {
    const rows = listRows(ENTRIES, { columns: 1, dayOf: byTens });
    expect([0, 1, 2, 3].map((row) => firstFrom(rows, row))).toEqual([0, 0, 1, 1]);
  });
});

describe("steps", () => {
  test.each([
    [null, 1, 9],
    [null, -1, undefined],
    [9, 1, 8],
    [9, -1, undefined],
    [5, 1, undefined],
    [1, 1, 9],
  ])("from %s by %d", (from, step, expected) =>
    expect(stepFrom(ENTRIES, from, step)?.id).toBe(expected),
  );

  test("the next unread one passes over what is read, and begins again", () => {
    expect(nextUnread(ENTRIES, 9)?.id).toBe(7);
    expect(nextUnread(ENTRIES, 5)?.id).toBe(9);
    expect(nextUnread([entry(1, 1, true)], 1)).toBeNull();
  });

  test("unread ones above and below", () => {
    expect(unreadBetween(ENTRIES, 0, 2)).toEqual([9]);
    expect(unreadBetween(ENTRIES, 3, 99)).toEqual([6, 5]);
    expect(unreadBetween(ENTRIES, 2, 1)).toEqual([]);
  });
});

describe("one's place", () => {
  const place = { id: 7, at: 20, offset: 12, loaded: 5 };

  test("is the entry itself", () => expect(indexOfPlace(ENTRIES, place, "newest")).toBe(2));

  test("is what follows it by time once it is gone", () => {
    const rest = ENTRIES.filter((one) => one.id !== 7);
    expect(indexOfPlace(rest, place, "newest")).toBe(2);
    expect(indexOfPlace([...rest].reverse(), place, "oldest")).toBe(2);
    expect(indexOfPlace(rest, place, "fair")).toBeNull();
  });

  test("is nowhere when the list is not loaded that far", () =>
    expect(indexOfPlace(ENTRIES.slice(0, 2), place, "newest")).toBeNull());

  test("is kept only whole", () => {
    expect(readPlace(place)).toEqual(place);
    expect(readPlace({ id: 7 })).toBeNull();
    expect(readPlace(null)).toBeNull();
  });
});

test("what is older than a day and unread is marked, wherever it is in the list", () => {
  const now = 1_000 * 86_400_000;
  const entry = (id: number, days: number, read = false) => ({
    id,
    read,
    sort_at: daysAgo(now, days),
  });
  const list = [entry(1, 0.9), entry(2, 1.1), entry(3, 8), entry(4, 9, true), entry(5, 0)];
  expect(unreadBefore(list, daysAgo(now, 1))).toEqual([2, 3]);
  expect(unreadBefore(list, daysAgo(now, 7))).toEqual([3]);
});
