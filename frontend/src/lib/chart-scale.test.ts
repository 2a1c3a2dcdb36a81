import { expect, test } from "vitest";
import { barsFor, labelledPlaces, lineFor, scaleFor } from "./chart-scale";

test.each([
  [[0, 0], 1],
  [[3], 3],
  [[7], 10],
  [[99], 100],
  [[120, 40], 150],
  [[0.4], 0.4],
])("a scale for %j ends at %d", (values, top) => {
  expect(scaleFor(values).top).toBeCloseTo(top);
});

test("a scale begins at nothing and holds every value", () => {
  for (const largest of [1, 2, 13, 999, 1001, 123_456]) {
    const { top, ticks } = scaleFor([largest]);
    expect(ticks[0]).toBe(0);
    expect(ticks.at(-1)).toBeCloseTo(top);
    expect(top).toBeGreaterThanOrEqual(largest);
    expect(ticks.length).toBeLessThanOrEqual(5);
  }
});

test("bars are side by side within the plot, and a small one can still be seen", () => {
  const bars = barsFor([0, 1, 1000], 1000, { width: 90, height: 50 });
  expect(bars[0]?.height).toBe(0);
  expect(bars[1]?.height).toBe(1.5);
  expect(bars[2]).toMatchObject({ y: 0, height: 50 });
  expect((bars[2]?.x ?? 0) + (bars[2]?.width ?? 0)).toBeLessThanOrEqual(90);
});

test("a line goes from edge to edge", () => {
  expect(lineFor([0, 5, 10], 10, { width: 100, height: 20 })).toBe("M0 20L50 10L100 0");
});

test("labels never crowd, and the last place has one", () => {
  expect(labelledPlaces(5, 10)).toEqual([0, 1, 2, 3, 4]);
  expect(labelledPlaces(31, 6)).toEqual([0, 6, 12, 18, 24, 30]);
  expect(labelledPlaces(0, 6)).toEqual([]);
});
