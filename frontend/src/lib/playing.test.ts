import { expect, test } from "vitest";
import { formatSeconds, nextSpeed, readPlaces, resumeAt, within, withPlace } from "./playing";

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
  [undefined, 600, 0],
  [{ seconds: 3, at: 0 }, 600, 0],
  [{ seconds: 100, at: 0 }, 600, 98],
  [{ seconds: 590, at: 0 }, 600, 0],
  [{ seconds: 590, at: 0 }, Number.NaN, 588],
])("it goes on where it was left, unless that is an end (%#)", (place, duration, seconds) => {
  expect(resumeAt(place, duration)).toBe(seconds);
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
