// Puts the reader's look on the page: attributes and variables that the styles read.
import type { Preferences } from "./preferences";

const WIDTHS = { narrow: "34rem", medium: "42rem", wide: "56rem", full: "100%" } as const;

/** Also called before the first render, so that no wrong theme flashes. */
export function showAppearance(preferences: Preferences, isDark: boolean): void {
  const root = document.documentElement;
  const bySystem = isDark ? "dark" : "light";
  root.dataset.theme = preferences.theme === "system" ? bySystem : preferences.theme;
  root.dataset.density = preferences.density;
  root.dataset.motion = preferences.motion;
  root.style.setProperty("--reading-font", `var(--font-${preferences.font})`);
  root.style.setProperty("--reading-size", `${preferences.fontSize / 16}rem`);
  root.style.setProperty("--reading-height", String(preferences.lineHeight));
  root.style.setProperty("--reading-width", WIDTHS[preferences.contentWidth]);
}

/** The bars that the system draws around the page have its colour. */
export function showGround(): void {
  const ground = getComputedStyle(document.documentElement).getPropertyValue("--page").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", ground);
}
