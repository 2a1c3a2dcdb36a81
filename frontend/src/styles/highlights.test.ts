import { expect, test } from "vitest";
import css from "./highlights.css?raw";
import themes from "./themes.css?raw";

const COLOURS = ["yellow", "green", "blue", "pink"];

function colourOf(sheet: string, theme: string, name: string): string {
  const block = sheet.slice(sheet.indexOf(`[data-theme="${theme}"]`)).split("}")[0] ?? "";
  return new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(block)?.[1] ?? "";
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(["light", "dark", "sepia", "e-paper"])(
  "text and links on every mark of the %s theme can be read",
  (theme) => {
    for (const colour of COLOURS) {
      const ground = luminance(colourOf(css, theme, `mark-${colour}`));
      for (const text of ["ink", "accent"]) {
        const [light = 0, dark = 0] = [ground, luminance(colourOf(themes, theme, text))].sort(
          (one, other) => other - one,
        );
        expect((light + 0.05) / (dark + 0.05), `${text} on ${colour}`).toBeGreaterThan(4.5);
      }
    }
  },
);

test.each(COLOURS)("%s can be told without colours", (colour) => {
  const styles = [...css.matchAll(/data-colour="(\w+)"\] \{[^}]*style: (\w+)/g)];
  const [own] = styles.filter((one) => one[1] === colour).map((one) => one[2]);
  expect(own).toBeDefined();
  expect(styles.filter((one) => one[2] === own)).toHaveLength(1);
});
