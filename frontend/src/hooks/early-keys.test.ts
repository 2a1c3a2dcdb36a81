import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepKeys, listenToKeys } from "./early-keys";

let page: EventTarget;
let heard: string[];
let end: (() => void) | undefined;

const press = (...keys: string[]) => {
  for (const key of keys) page.dispatchEvent(Object.assign(new Event("keydown"), { key }));
};
const listen = () => {
  end = listenToKeys(page, ({ key }) => heard.push(key));
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("Element", class {});
  page = new EventTarget();
  heard = [];
  keepKeys(page);
});

afterEach(() => {
  // Whatever a test left waiting is heard by nobody else.
  vi.runAllTimers();
  end?.();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("keys pressed before anybody listens are heard once, in their order", () => {
  press("j", "s");
  listen();
  vi.runAllTimers();
  expect(heard).toEqual(["j", "s"]);
});

test("a key pressed while the kept ones are heard waits for its turn", () => {
  press("j", "k");
  listen();
  vi.advanceTimersByTime(1);
  press("s");
  expect(heard).toEqual(["j"]);
  vi.runAllTimers();
  expect(heard).toEqual(["j", "k", "s"]);
});

test("later keys are heard at once", () => {
  listen();
  vi.runAllTimers();
  press("j");
  expect(heard).toEqual(["j"]);
});

test("what was pressed long ago is forgotten", () => {
  press("j");
  vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_000);
  listen();
  vi.runAllTimers();
  vi.restoreAllMocks();
  expect(heard).toEqual([]);
});

test("between two listeners keys are kept again", () => {
  listen();
  vi.runAllTimers();
  end?.();
  press("j");
  listen();
  vi.runAllTimers();
  expect(heard).toEqual(["j"]);
});
