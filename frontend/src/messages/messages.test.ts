import { expect, test } from "vitest";
import health from "./pt-BR/health";
import type { Message, Messages } from "./shape";

const files = import.meta.glob<{ default: Messages }>("./*/*.ts", { eager: true });
const areas = Object.keys(files)
  .filter((path) => path.startsWith("./en/") && !path.endsWith("/index.ts"))
  .map((path) => path.slice("./en/".length));

function namesIn(message: Message): string[] {
  const texts = typeof message === "string" ? [message] : Object.values(message);
  const names = texts.flatMap((text) =>
    [...text.matchAll(/\{(\w+)\}/g)].map((one) => one[1] ?? ""),
  );
  return [...new Set(names)].sort();
}

const cases = ["pt-BR", "pl"].flatMap((language) =>
  areas.map((area) => [language, area] as const),
);

test.each(cases)("%s/%s has every message, with the same names in it", (language, area) => {
  const english = files[`./en/${area}`]?.default ?? {};
  const other = files[`./${language}/${area}`]?.default ?? {};
  expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
  for (const [key, message] of Object.entries(english)) {
    expect(namesIn(other[key] ?? ""), key).toEqual(namesIn(message));
  }
});

test("Polish has its forms for few and many wherever it counts", () => {
  for (const area of areas) {
    for (const [key, message] of Object.entries(files[`./pl/${area}`]?.default ?? {})) {
      if (typeof message === "string") continue;
      expect(Object.keys(message), `${area}: ${key}`).toEqual(
        expect.arrayContaining(["one", "few", "many", "other"]),
      );
    }
  }
});

test("never puts a full stop behind a Portuguese day, which ends in one: 18 de nov.", () => {
  const written = health.sinceWhen;
  expect(written).toContain("{when}");
  expect(written).not.toContain("{when}.");
});
