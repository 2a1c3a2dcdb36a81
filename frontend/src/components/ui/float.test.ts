import { expect, test } from "vitest";
import { placeBeside } from "./float";

const WINDOW = { width: 400, height: 300 };
const SIZE = { width: 100, height: 80 };
const box = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 20 });

test("it appears below, on the side that was asked for", () => {
  expect(placeBeside(box(150, 50), SIZE, WINDOW, "start")).toEqual({ left: 150, top: 74 });
  expect(placeBeside(box(150, 50), SIZE, WINDOW, "end")).toEqual({ left: 90, top: 74 });
});

test("at the foot of the window it appears above", () => {
  expect(placeBeside(box(150, 270), SIZE, WINDOW, "start").top).toBe(186);
});

test.each([
  [0, 0],
  [390, 290],
])("it never leaves the window (%d, %d)", (left, top) => {
  const place = placeBeside(box(left, top), SIZE, WINDOW, "center");
  expect(place.left).toBeGreaterThanOrEqual(8);
  expect(place.left + SIZE.width).toBeLessThanOrEqual(392);
  expect(place.top + SIZE.height).toBeLessThanOrEqual(292);
});
