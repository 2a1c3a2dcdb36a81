import { expect, test } from "vitest";
import { chooseLanguage, directionOf } from "./languages";

test.each([
  ["auto", ["pt-PT", "en"], "pt-BR"],
  ["auto", ["de", "pl-PL"], "pl"],
  ["auto", ["ja"], "en"],
  ["en", ["pl"], "en"],
] as const)("preferred %s with a browser of %j gives %s", (preferred, browser, language) => {
  expect(chooseLanguage(preferred, browser)).toBe(language);
});

test("Arabic and Hebrew are written to the left", () => {
  expect(["ar", "he-IL", "en", "pl"].map(directionOf)).toEqual(["rtl", "rtl", "ltr", "ltr"]);
});
