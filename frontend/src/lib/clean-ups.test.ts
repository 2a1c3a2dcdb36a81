import { expect, test } from "vitest";
import { type CleanUpLine, plottedCleanUps, removedOf } from "./clean-ups";

function line(at: number, removed: CleanUpLine["removed"]): CleanUpLine {
  return { id: String(at), at, took: 1, removed };
}

test("the plot runs from the oldest to the newest of the last clean-ups", () => {
  const lines = [
    line(3, { entries: 30, unread_entries: 2 }),
    line(2, { entries: 20 }),
    line(1, {}),
  ];
  expect(plottedCleanUps(lines, 2)).toEqual([
    { at: 2, entries: 20, unread: 0 },
    { at: 3, entries: 30, unread: 2 },
  ]);
});

test("words in the log count as nothing", () => {
  expect(removedOf(line(1, { size: "fits" }), "size")).toBe(0);
});
