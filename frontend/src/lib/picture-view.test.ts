import { expect, test } from "vitest";
import {
  keyMeaning,
  mayResize,
  panned,
  pictureRuns,
  swipeMeaning,
  WHOLE,
  zoomed,
} from "./picture-view";

test("what is under the finger stays there while zooming", () => {
  const view = zoomed(WHOLE, 2, { x: 50, y: -20 });
  expect(view).toEqual({ scale: 2, x: -50, y: 20 });
  expect(zoomed(view, 0.5, { x: 50, y: -20 })).toEqual(WHOLE);
});

test("zooming ends at eight times, and never shows less than the whole", () => {
  expect(zoomed(WHOLE, 100, { x: 0, y: 0 }).scale).toBe(8);
  expect(zoomed({ scale: 2, x: 9, y: 9 }, 0.1, { x: 5, y: 5 })).toEqual(WHOLE);
});

test("a picture moves no further than its edges", () => {
  const [shown, room] = [
    { width: 300, height: 100 },
    { width: 400, height: 400 },
  ];
  const view = { scale: 2, x: 0, y: 0 };
  expect(panned(view, { x: 500, y: 500 }, shown, room)).toEqual({ scale: 2, x: 100, y: 0 });
  expect(panned(view, { x: -40, y: 0 }, shown, room)).toEqual({ scale: 2, x: -40, y: 0 });
});

test.each([
  [{ x: 80, y: 10 }, "previous"],
  [{ x: -80, y: 10 }, "next"],
  [{ x: 10, y: 150 }, "close"],
  [{ x: 10, y: -150 }, null],
  [{ x: 30, y: 10 }, null],
])("a swipe by %o means %s", (by, meaning) => {
  expect(swipeMeaning(by)).toBe(meaning);
});

test.each([
  ["above the screen", { top: -500, bottom: -100 }, 900, true],
  ["below the screen", { top: 900, bottom: 1300 }, 100, true],
  ["as high as its box", { top: 100, bottom: 500 }, 400, true],
  ["in sight", { top: 100, bottom: 500 }, 300, false],
  ["past the lower edge, and still", { top: 500, bottom: 900 }, 350, true],
  ["past the lower edge, then in sight", { top: 500, bottom: 900 }, 100, false],
])("a picture %s may take its own height: %o", (_, box, height, may) => {
  expect(mayResize(box, height, 800)).toBe(may);
});

test("pictures beside each other make a gallery", () => {
  const kinds = ["picture", "blank", "picture", "picture", "other", "picture"] as const;
  expect(pictureRuns(kinds, 3)).toEqual([[0, 2, 3]]);
  expect(pictureRuns(kinds, 4)).toEqual([]);
  expect(pictureRuns(["picture", "picture", "picture"], 3)).toEqual([[0, 1, 2]]);
});

test.each([
  ["ArrowRight", true, { do: "go", step: 1 }],
  ["ArrowRight", false, { do: "pan", x: -60, y: 0 }],
  ["ArrowUp", true, null],
  ["0", false, { do: "zoom", factor: 0 }],
  ["j", true, null],
])("the key %s (all of it shown: %s) means %o", (key, isWhole, meaning) => {
  expect(keyMeaning(key, isWhole)).toEqual(meaning);
});
