// Puts the reader's look on the page: attributes and variables that the styles read.
import { useLayoutEffect } from "react";
import type { Preferences } from "@/lib/preferences";
import { useMedia } from "./use-media";

const WIDTHS = { narrow: "34rem", medium: "42rem", wide: "56rem", full: "100%" } as const;

export function useAppearance(preferences: Preferences): void {
  const isDark = useMedia("(prefers-color-scheme: dark)");
  useLayoutEffect(() => showAppearance(preferences, isDark), [preferences, isDark]);
}

/** Also called before the first drawing, so that no wrong theme flashes. */
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
  const ground = getComputedStyle(root).getPropertyValue("--page").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", ground);
}
