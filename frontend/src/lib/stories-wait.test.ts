import { expect, test } from "vitest";
import { storiesWait } from "./stories-wait";

const NOW = 1_000_000_000;

test.each([
  ["just loaded: not before half a minute is over", NOW, NOW - 1_000, 29_000],
  ["loaded long ago: soon", NOW, NOW - 600_000, 2_000],
  [
    "loaded after the arrival, but before the server looked",
    NOW - 20_000,
    NOW - 10_000,
    20_000,
  ],
  ["loaded after the server looked", NOW - 90_000, NOW - 10_000, null],
  ["nothing ever arrived", 0, NOW, null],
])("%s", (_, arrivedAt, askedAt, wait) => {
  expect(storiesWait(arrivedAt, askedAt, NOW)).toBe(wait);
});
