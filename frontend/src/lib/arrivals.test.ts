import { expect, test } from "vitest";
import { countNews } from "./arrivals";

const ARRIVALS = [
  { feedId: 1, count: 2, lastId: 12, at: 1_000 },
  { feedId: 2, count: 3, lastId: 15, at: 2_000 },
];
const LIST = { loadedAt: 500, entries: [{ id: 9 }, { id: 4 }], feedIds: null };

test("what came after a list was loaded is news", () => {
  expect(countNews(ARRIVALS, LIST)).toBe(5);
  expect(countNews(ARRIVALS, { ...LIST, loadedAt: 1_500 })).toBe(3);
  expect(countNews(ARRIVALS, { ...LIST, entries: [] })).toBe(5);
});

test("what is in a list already is no news, however late we receive it", () => {
  expect(countNews(ARRIVALS, { ...LIST, entries: [{ id: 9 }, { id: 12 }] })).toBe(3);
  expect(countNews(ARRIVALS, { ...LIST, entries: [{ id: 15 }] })).toBe(0);
});

test("other feeds are no news for a list", () => {
  expect(countNews(ARRIVALS, { ...LIST, feedIds: [1] })).toBe(2);
});
