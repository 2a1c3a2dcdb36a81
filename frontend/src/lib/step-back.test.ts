import { expect, test } from "vitest";
import { stepBack } from "./step-back";

/** A history that takes a moment, as those of browsers do. */
function slowHistory() {
  const listeners = new Set<() => void>();
  let asked = 0;
  return {
    asked: () => asked,
    back: () => {
      asked += 1;
    },
    arrive: () => {
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

test("asked twice before it has happened, it goes back by one step", () => {
  const history = slowHistory();
  stepBack(history);
  stepBack(history);
  expect(history.asked()).toBe(1);
  history.arrive();
  stepBack(history);
  expect(history.asked()).toBe(2);
  history.arrive();
});
