import { describe, expect, test } from "vitest";
import {
  ACTION_GROUPS,
  ACTIONS,
  bindingsOf,
  conflictOf,
  type KeyPress,
  keyCaps,
  keymapOf,
  keyName,
  press,
} from "./keymap";

const plain = { code: "", shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const key = (key: string, more: Partial<KeyPress> = {}) => keyName({ ...plain, key, ...more });

describe("the name of a key", () => {
  test.each([
    [key("j"), "j"],
    [key("J", { shiftKey: true }), "J"],
    [key("J"), "j"], // Caps Lock
    [key(" "), "Space"],
    [key(" ", { shiftKey: true }), "Shift+Space"],
    [key("?", { shiftKey: true }), "?"],
    [key(","), "Comma"],
    [key("ArrowDown"), "ArrowDown"],
    [key("k", { ctrlKey: true }), "Mod+k"],
    [key("k", { metaKey: true }), "Mod+k"],
    [key("ы", { code: "KeyS" }), "s"],
    [key("Ы", { code: "KeyS", shiftKey: true }), "S"],
    [key("л", { code: "KeyK", ctrlKey: true }), "Mod+k"],
    [key("ł", { code: "KeyL" }), "ł"],
    // Arabic and Russian keyboards
    [key("ظ", { code: "Slash" }), "/"],
    [key("؟", { code: "Slash", shiftKey: true }), "?"],
    [key("№", { code: "Digit3", shiftKey: true }), "#"],
  ])("%s is %s", (found, expected) => expect(found).toBe(expected));

  test("keys with Alt, and modifiers alone, have none", () => {
    expect(key("j", { altKey: true })).toBeNull();
    expect(key("Shift", { shiftKey: true })).toBeNull();
    expect(key("k", { ctrlKey: true, shiftKey: true })).toBeNull();
  });
});

describe("pressing keys", () => {
  const bindings = bindingsOf(keymapOf({}));

  test("every action has its own keys", () => {
    const all = ACTIONS.flatMap((action) => keymapOf({})[action].split(","));
    expect(bindings.size).toBe(all.length);
  });

  test("every action is in exactly one group", () => {
    expect(Object.values(ACTION_GROUPS).flat().sort()).toEqual([...ACTIONS].sort());
  });

  test("aliases do the same", () => {
    expect(press(bindings, "", "s").action).toBe("toggleStar");
    expect(press(bindings, "", "f").action).toBe("toggleStar");
  });

  test("a sequence waits for its second key", () => {
    expect(press(bindings, "", "g")).toEqual({ action: null, pending: "g" });
    expect(press(bindings, "g", "s")).toEqual({ action: "goStarred", pending: "" });
  });

  test("a second key that matches nothing counts for itself", () => {
    expect(press(bindings, "g", "j")).toEqual({ action: "nextEntry", pending: "" });
    expect(press(bindings, "", "ź")).toEqual({ action: null, pending: "" });
  });
});

describe("own keys", () => {
  test("replace the default, and empty ones switch it off", () => {
    const keymap = keymapOf({ nextEntry: "x", toggleStar: "", unknown: "q", help: 7 });
    const bindings = bindingsOf(keymap);
    expect(press(bindings, "", "x").action).toBe("nextEntry");
    expect(press(bindings, "", "j").action).toBeNull();
    expect(press(bindings, "", "s").action).toBeNull();
    expect(press(bindings, "", "?").action).toBe("help");
  });

  test("keep their key when a default is the same", () => {
    const keymap = keymapOf({ markAll: "s", goAll: "h x" });
    expect([keymap.markAll, keymap.toggleStar, keymap.highlight]).toEqual(["s", "f", ""]);
  });

  test.each([
    ["j", "nextEntry"],
    ["g", "goUnread"], // it would hide every sequence that begins with g
    ["j x", "nextEntry"],
    ["x", null],
  ])("%s clashes with %s", (keys, expected) =>
    expect(conflictOf(keymapOf({}), "help", keys)).toBe(expected),
  );
});

test.each([
  ["g a", false, ["g", "a"]],
  ["Mod+k", false, ["Ctrl", "k"]],
  ["Mod+k", true, ["⌘", "k"]],
  ["Shift+Space", false, ["⇧", "Space"]],
  ["+", false, ["+"]],
])("the caps of %s", (keys, isMac, caps) => expect(keyCaps(keys, isMac)).toEqual(caps));
