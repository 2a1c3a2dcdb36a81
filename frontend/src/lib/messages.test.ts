import { expect, test } from "vitest";
import { formatMessage } from "./messages";

const NEW = {
  one: "{count} nowy",
  few: "{count} nowe",
  many: "{count} nowych",
  other: "{count} nowego",
};

test.each([
  [1, "1 nowy"],
  [3, "3 nowe"],
  [12, "12 nowych"],
  [22, "22 nowe"],
  [1.5, "1,5 nowego"],
])("Polish has its own form for %d", (count, text) => {
  expect(formatMessage("pl", NEW, { count })).toBe(text);
});

test("a form that a language lacks falls back to the general one", () => {
  expect(formatMessage("en", { other: "{count} new" }, { count: 1 })).toBe("1 new");
});

test("names are replaced, unknown ones stay visible", () => {
  expect(formatMessage("en", "{a} and {b}", { a: "{b}" })).toBe("{b} and {b}");
});

test("numbers are written as the language does", () => {
  expect(formatMessage("pt-BR", "{n} bytes", { n: 12345 })).toBe("12.345 bytes");
});
