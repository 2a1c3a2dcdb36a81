import { expect, test } from "vitest";
import { isLong, isWorthSending, newestPlace, placeLeft, readTextPlaces } from "./text-place";

test("one can only lose one's place in a text of two screens", () => {
  expect([isLong(1599, 800), isLong(1600, 800), isLong(900, 0)]).toEqual([false, true, false]);
});

test.each([
  [0.5, false, 0.5],
  [0.01, false, 0],
  [0.98, false, 0],
  [0.9, true, 0],
])("%d (at the end: %s) is remembered as %d", (place, isAtEnd, left) => {
  expect(placeLeft(place, isAtEnd)).toBe(left);
});

test("small steps are not sent, but the end is", () => {
  expect(isWorthSending(0.505, 0.5)).toBe(false);
  expect(isWorthSending(0.52, 0.5)).toBe(true);
  expect(isWorthSending(0, 0.005)).toBe(true);
  expect(isWorthSending(0, 0)).toBe(false);
});

test("the newest place counts, whichever device it is from", () => {
  const [early, late] = [
    { place: 0.9, at: 1 },
    { place: 0, at: 2 },
  ];
  expect(newestPlace(early, late)).toBe(late);
  expect(newestPlace(late, early)).toBe(late);
  expect(newestPlace(null, early)).toBe(early);
  expect(newestPlace(undefined, null)).toBeNull();
});

test("what makes no sense in the browser's memory is left out", () => {
  const stored = { 7: { place: 0.5, at: 3 }, 8: { place: 2, at: 3 }, 9: "half", 10: null };
  expect(readTextPlaces(stored)).toEqual({ 7: { place: 0.5, at: 3 } });
  expect(readTextPlaces("nothing")).toEqual({});
});
