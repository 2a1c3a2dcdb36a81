import { expect, test } from "vitest";
import { languageName } from "./language-name";

test.each([
  ["en", "de", "German"],
  ["pl", "de", "niemiecki"],
  ["pt-BR", "en", "inglês"],
  ["en", "not a code", "not a code"],
])("in %s, %s is %s", (locale, code, name) => {
  expect(languageName(locale, code)).toBe(name);
});
