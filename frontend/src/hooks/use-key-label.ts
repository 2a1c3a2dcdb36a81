import { type Action, alternatives, keyCaps, keymapOf } from "@/lib/keymap";
import { usePreferences } from "@/queries/preferences";

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Returns the reader's own keys for an action, to be shown beside it; empty: none. */
export function useKeyLabel(): (action: Action) => string {
  const { keymap, shortcutsOn } = usePreferences();
  const whole = keymapOf(keymap);
  return (action) => {
    const [first] = alternatives(whole[action]);
    if (!first || (!shortcutsOn && !first.startsWith("Mod+"))) return "";
    return keyCaps(first, isMac).join(" ");
  };
}
