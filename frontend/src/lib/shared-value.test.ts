import { expect, test } from "vitest";
import { createShared } from "./shared-value";

test("followers hear of another value, and of the same one nothing", () => {
  const shared = createShared(1);
  let heard = 0;
  const leave = shared.subscribe(() => {
    heard += 1;
  });
  shared.set(2);
  shared.set(2);
  leave();
  shared.set(3);
  expect([heard, shared.get()]).toEqual([1, 3]);
});
