import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepKeys, listenToKeys } from "./early-keys";

let page: EventTarget;
let handled: string[];
let end: (() => void) | undefined;

const press = (...keys: string[]) => {
  for (const key of keys) page.dispatchEvent(Object.assign(new Event("keydown"), { key }));
};
const listen = () => {
  end = listenToKeys(page, ({ key }) => handled.push(key));
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("Element", class {});
  page = new EventTarget();
  handled = [];
  keepKeys(page);
});

afterEach(() => {
  // Whatever a test left waiting is handled by nobody else.
  vi.runAllTimers();
  end?.();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("keys pressed before anybody listens are handled once, in their order", () => {
  press("j", "s");
  listen();
  vi.runAllTimers();
  expect(handled).toEqual(["j", "s"]);
});

test("a key pressed while the kept ones are handled waits for its turn", () => {
  press("j", "k");
  listen();
  vi.advanceTimersByTime(1);
  press("s");
  expect(handled).toEqual(["j"]);
  vi.runAllTimers();
  expect(handled).toEqual(["j", "k", "s"]);
});

test("later keys are handled at once", () => {
  listen();
  vi.runAllTimers();
  press("j");
  expect(handled).toEqual(["j"]);
});

test("what was pressed long ago is forgotten", () => {
  press("j");
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
  listen();
  vi.runAllTimers();
  vi.restoreAllMocks();
  expect(handled).toEqual([]);
});

test("between two listeners keys are kept again", () => {
  listen();
  vi.runAllTimers();
  end?.();
  press("j");
  listen();
  vi.runAllTimers();
  expect(handled).toEqual(["j"]);
});
