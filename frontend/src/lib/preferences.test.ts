import { expect, test } from "vitest";
import { DEFAULTS, readPreferences } from "./preferences";

test.each([null, undefined, 7, "dark", []])("%j gives the defaults", (stored) => {
  expect(readPreferences(stored)).toEqual(DEFAULTS);
});

test("what is valid is taken", () => {
  const stored = { theme: "sepia", fontSize: 21, keymap: { star: "x" }, swipe: false };
  expect(readPreferences(stored)).toEqual({ ...DEFAULTS, ...stored });
});

test("what is not valid, or is not ours, is left out", () => {
  const stored = { theme: "pink", fontSize: 400, keymap: null, swipe: "no", other: 1 };
  expect(readPreferences(stored)).toEqual(DEFAULTS);
});
