import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bindingsOf, keymapOf } from "@/lib/keymap";
import { cancelQuestion, confirm } from "@/state/confirm";
import { createListener } from "./keyboard";

beforeEach(() => vi.stubGlobal("HTMLElement", class {}));
afterEach(() => vi.unstubAllGlobals());

/** Presses a key and holds it down. Returns what was done, and how often the browser was kept
 * from doing something of its own. */
function hold(key: string, times: number, more: Partial<KeyboardEvent> = {}) {
  const done: string[] = [];
  const preventDefault = vi.fn();
  const listener = createListener(bindingsOf(keymapOf({})), true, (action) => {
    done.push(action);
    return true;
  });
  for (let at = 0; at < times; at += 1) {
    listener({ key, code: "", repeat: at > 0, preventDefault, ...more } as KeyboardEvent);
  }
  return { done, prevented: preventDefault.mock.calls.length };
}

test("a held key goes on moving", () => {
  expect(hold("j", 3).done).toEqual(["nextEntry", "nextEntry", "nextEntry"]);
});

test.each(["v", "m", "r", "u"])("a held %s does what it does once", (key) => {
  expect(hold(key, 3).done).toHaveLength(1);
});

test("a held key that does nothing more is not left to the browser", () => {
  expect(hold("k", 3, { ctrlKey: true })).toEqual({ done: ["palette"], prevented: 3 });
});

test("while a question is open, keys do nothing but answer it", async () => {
  const answer = confirm({ title: "Sure?", action: "Do it" });
  expect(hold("k", 1, { ctrlKey: true })).toEqual({ done: [], prevented: 1 });
  expect(hold("j", 1)).toEqual({ done: [], prevented: 0 });
  expect(hold("Enter", 1)).toEqual({ done: [], prevented: 0 });
  cancelQuestion();
  expect(await answer).toBe(false);
  expect(hold("j", 1).done).toEqual(["nextEntry"]);
});

/** An element by its name, as far as the keyboard asks. */
class Named {
  isContentEditable = false;
  name: string;
  constructor(name: string) {
    this.name = name;
  }
  closest(selector: string) {
    return selector.split(", ").includes(this.name) ? this : null;
  }
}

test.each([
  ["p", ["nextUnread"]],
  ["button", []],
  ["video", []],
])("Space in a %s does %j", (name, done) => {
  vi.stubGlobal("HTMLElement", Named);
  for (const field of ["Input", "TextArea", "Select"])
    vi.stubGlobal(`HTML${field}Element`, class {});
  const target = new Named(name) as unknown as HTMLElement;
  expect(hold(" ", 1, { target }).done).toEqual(done);
});
