import { expect, test } from "vitest";
import { nextWidth } from "./pane-divider";

const RANGE = { least: 280, usual: 400, most: 720 };

test.each([
  [280, 400],
  [300, 400],
  [400, 720],
  [500, 720],
  [720, 280],
])("a double click on a divider at %i goes to %i", (width, next) => {
  expect(nextWidth(width, RANGE)).toBe(next);
});
