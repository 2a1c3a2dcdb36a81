import { expect, test } from "vitest";
import css from "./themes.css?raw";

const THEMES = ["light", "dark", "sepia", "e-paper"];
const GROUNDS = ["page", "side", "raised", "hover", "selected"];
const TEXTS = ["ink", "soft", "accent", "danger", "star", "good", "warning"];

function coloursOf(theme: string): Map<string, string> {
  const block = css.slice(css.indexOf(`[data-theme="${theme}"]`)).split("}")[0] ?? "";
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map((one) => [
      one[1] ?? "",
      one[2] ?? "",
    ]),
  );
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function ratio(theme: string, text: string, ground: string): number {
  const colours = coloursOf(theme);
  return contrast(colours.get(text) ?? "", colours.get(ground) ?? "");
}

test.each(THEMES)("every text of the %s theme can be read on every ground", (theme) => {
  for (const ground of GROUNDS) {
    for (const text of TEXTS) {
      expect(ratio(theme, text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test.each(THEMES)("buttons, marks and edges of the %s theme can be told", (theme) => {
  expect(ratio(theme, "accent-ink", "accent")).toBeGreaterThanOrEqual(4.5);
  expect(ratio(theme, "danger-ink", "danger")).toBeGreaterThanOrEqual(4.5);
  for (const ground of ["mark", "added", "removed"]) {
    expect(ratio(theme, "ink", ground), ground).toBeGreaterThanOrEqual(4.5);
  }
  expect(ratio(theme, "edge", "page")).toBeGreaterThanOrEqual(3);
});
