import { expect, test } from "vitest";
import { everyDay } from "./database-sizes";

test("days on which nobody measured look like the day before", () => {
  const sizes = [
    { day: "2025-12-30", bytes: 10 },
    { day: "2026-01-02", bytes: 30 },
    { day: "2026-01-03", bytes: 20 },
  ];
  expect(everyDay(sizes).map(({ day, bytes }) => `${day} ${bytes}`)).toEqual([
    "2025-12-30 10",
    "2025-12-31 10",
    "2026-01-01 10",
    "2026-01-02 30",
    "2026-01-03 20",
  ]);
});

test("without a size there is no day", () => {
  expect(everyDay([])).toEqual([]);
});
