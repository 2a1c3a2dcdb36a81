import { expect, test } from "vitest";
import { findFurther, MOST_LOOKED_THROUGH } from "./find-further";

/** A list that has its first page, and loads the others one by one. */
function listOf(...pages: number[][]) {
  let loaded = 1;
  return {
    loaded: () => loaded,
    loadMore: async () => {
      loaded += 1;
      return {
        isError: false,
        hasNextPage: loaded < pages.length,
        data: { pages: pages.slice(0, loaded).map((items) => ({ items })) },
      };
    },
  };
}

const seven = (numbers: number[]) => numbers.find((one) => one === 7) ?? null;
const isWanted = () => true;

test("it looks on through pages that have none", async () => {
  const { loadMore } = listOf([1], [2], [3], [7], [8]);
  expect(await findFurther({ loadMore, find: seven, isWanted })).toEqual({ found: 7 });
});

test("that there is none is said only at the end of the list", async () => {
  const { loadMore, loaded } = listOf([1], [2], [3]);
  expect(await findFurther({ loadMore, find: seven, isWanted })).toBe("none");
  expect(loaded()).toBe(3);
});

test("a page that cannot be loaded is no sign that there is none", async () => {
  const loadMore = async () => ({ isError: true, hasNextPage: true });
  expect(await findFurther({ loadMore, find: seven, isWanted })).toBe("failed");
});

test("whoever has gone on is not called back", async () => {
  const { loadMore, loaded } = listOf([1], [7], [8]);
  expect(await findFurther({ loadMore, find: seven, isWanted: () => false })).toBe(null);
  expect(loaded()).toBe(2);
});

test("a list without end is not loaded without end", async () => {
  const many = Array.from({ length: MOST_LOOKED_THROUGH / 2 }, () => 1);
  const { loadMore, loaded } = listOf([1], many, many, many, [7]);
  expect(await findFurther({ loadMore, find: seven, isWanted })).toBe(null);
  expect(loaded()).toBe(3);
});
