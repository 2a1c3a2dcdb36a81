import { expect, test } from "vitest";
import {
  formatSeconds,
  leftAt,
  nextSpeed,
  readPlaces,
  resumeAt,
  within,
  withPlace,
} from "./playing";

test.each([
  [0, "0:00"],
  [65.9, "1:05"],
  [3723, "1:02:03"],
  [-4, "0:00"],
  [Number.NaN, "–:––"],
  [Number.POSITIVE_INFINITY, "–:––"],
])("%d seconds are written as %s", (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text);
});

test.each([
  [undefined, 0],
  [{ seconds: 3, at: 0 }, 0],
  [{ seconds: 100, at: 0 }, 98],
])("it goes on where it was left, unless it was hardly begun (%#)", (place, seconds) => {
  expect(resumeAt(place)).toBe(seconds);
});

test.each([
  [100, 600, 100],
  [590, 600, 0],
  [590, Number.NaN, 590],
  [590, Number.POSITIVE_INFINITY, 590],
])("of %d seconds of %d, %d are remembered", (seconds, duration, kept) => {
  expect(leftAt(seconds, duration)).toBe(kept);
});

test("of too many places the oldest go", () => {
  let places = {};
  for (let index = 0; index < 205; index += 1) {
    places = withPlace(places, `u${index}`, { seconds: 9, at: index });
  }
  expect(Object.keys(places)).toHaveLength(200);
  expect(places).not.toHaveProperty("u4");
  expect(places).toHaveProperty("u5");
});

test("what is no place is left out", () => {
  expect(readPlaces({ a: { seconds: 1, at: 2 }, b: { seconds: "1" }, c: null })).toEqual({
    a: { seconds: 1, at: 2 },
  });
  expect(readPlaces("nonsense")).toEqual({});
});

test("speeds follow each other and begin again", () => {
  expect([0.8, 1, 2.5].map(nextSpeed)).toEqual([1, 1.2, 0.8]);
});

test("one cannot leave what plays at either end", () => {
  expect([within(-5, 60), within(90, 60), within(90, Number.NaN)]).toEqual([0, 60, 90]);
});
