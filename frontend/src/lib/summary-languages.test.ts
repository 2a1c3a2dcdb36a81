import { expect, test } from "vitest";
import { namedLanguages, SUMMARY_LANGUAGES } from "./summary-languages";

test("every language has a name in the reader's own", () => {
  for (const locale of ["en", "pt-BR", "pl"]) {
    const named = namedLanguages(locale);
    expect(named).toHaveLength(SUMMARY_LANGUAGES.length);
    expect(named.every((one) => one.label !== one.value)).toBe(true);
  }
  expect(namedLanguages("pl").find((one) => one.value === "de")?.label).toBe("niemiecki");
});
