import { expect, test } from "vitest";
import { pullOf, swipeOf } from "./swipe";

test.each([
  [5, 0, null, false],
  [40, 60, null, false],
  [40, 5, "end", false],
  [-40, 5, "start", false],
  [90, 10, "end", true],
  [-200, 10, "start", true],
])("a finger moved by %d, %d", (dx, dy, side, isArmed) => {
  const swipe = swipeOf(dx, dy);
  expect([swipe.side, swipe.isArmed]).toEqual([side, isArmed]);
});

test("the row follows the finger, and stops", () => {
  expect(swipeOf(50, 0).offset).toBe(38);
  expect(swipeOf(-50, 0).offset).toBe(-38);
  expect(swipeOf(900, 0).offset).toBe(swipeOf(400, 0).offset);
});

test("a list is pulled only downwards", () => {
  expect(pullOf(-50)).toEqual({ offset: 0, isArmed: false });
  expect(pullOf(60).isArmed).toBe(false);
  expect(pullOf(160).isArmed).toBe(true);
});
