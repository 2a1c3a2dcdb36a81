import { useEffect, useLayoutEffect } from "react";
import { showAppearance, showGround } from "@/lib/appearance";
import type { Preferences } from "@/lib/preferences";
import { useMedia } from "./use-media";

/** Gives the page the reader's look, and follows when it changes. */
export function useAppearance(preferences: Preferences): void {
  const isDark = useMedia("(prefers-color-scheme: dark)");
  useLayoutEffect(() => showAppearance(preferences, isDark), [preferences, isDark]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the look decides the ground
  useEffect(showGround, [preferences, isDark]);
}
