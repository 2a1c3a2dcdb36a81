import { expect, test } from "vitest";
import { isNews, removalIn } from "./removal";

test.each([
  [undefined, null],
  [{}, null],
  [{ unread_removed: null }, null],
  [{ unread_removed: { count: 0, at: 5 } }, null],
  [{ unread_removed: { count: "many", at: 5 } }, null],
  [{ unread_removed: { count: 3, at: 5 } }, { count: 3, at: 5 }],
])("a status %j reports %j", (status, removal) => {
  expect(removalIn(status)).toEqual(removal);
});

test("what was put away is not shown again, what came after is", () => {
  expect(isNews({ count: 3, at: 5 }, null)).toBe(true);
  expect(isNews({ count: 3, at: 5 }, 5)).toBe(false);
  expect(isNews({ count: 3, at: 6 }, 5)).toBe(true);
  expect(isNews(null, null)).toBe(false);
});
