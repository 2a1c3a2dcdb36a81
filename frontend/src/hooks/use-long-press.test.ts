import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { listenToLongPresses } from "./use-long-press";

let list: EventTarget;
let menus: number;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("MouseEvent", Event);
  list = new EventTarget();
  menus = 0;
  list.addEventListener("contextmenu", () => {
    menus += 1;
  });
  end = listenToLongPresses(list);
});

afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets something happen to the list; returns whether the browser may do its own. */
function happens(kind: string, at: number, more: Partial<PointerEvent> = {}): boolean {
  const event = new Event(kind, { cancelable: true });
  const values = { pointerType: "touch", clientX: 9, clientY: 9, timeStamp: at, ...more };
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(event, name, { value });
  }
  const isFree = list.dispatchEvent(event);
  vi.runAllTimers();
  return isFree;
}

test("a finger that rests on a row opens its menu, and not the entry", () => {
  happens("pointerdown", 0);
  happens("pointerup", 600);
  expect(menus).toBe(1);
  expect(happens("click", 601)).toBe(false);
  expect(happens("click", 900)).toBe(true);
});

test("a tap opens the entry", () => {
  happens("pointerdown", 0);
  happens("pointerup", 90);
  expect(menus).toBe(0);
  expect(happens("click", 91)).toBe(true);
});

test.each([
  ["pointermove", { clientY: 40 }],
  ["pointercancel", {}],
])("what ends in a %s is no long press", (kind, more) => {
  happens("pointerdown", 0);
  happens(kind, 300, more);
  happens("pointerup", 600);
  expect(menus).toBe(0);
});

test("where the browser opens the menu itself, it is opened once", () => {
  happens("pointerdown", 0);
  happens("contextmenu", 500);
  happens("pointerup", 600);
  expect(menus).toBe(1);
});

test("a mouse has a button for it", () => {
  happens("pointerdown", 0, { pointerType: "mouse" });
  happens("pointerup", 600, { pointerType: "mouse" });
  expect(menus).toBe(0);
});
