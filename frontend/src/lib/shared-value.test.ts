import { expect, test } from "vitest";
import { createShared } from "./shared-value";

test("followers are notified of another value, and not of the same one", () => {
  const shared = createShared(1);
  let notified = 0;
  const leave = shared.subscribe(() => {
    notified += 1;
  });
  shared.set(2);
  shared.set(2);
  leave();
  shared.set(3);
  expect([notified, shared.get()]).toEqual([1, 3]);
});
