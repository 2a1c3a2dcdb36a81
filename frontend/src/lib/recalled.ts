// What the reader chose, as this browser remembers it: right before the first answer.
import { recall } from "./local-store";
import { type Preferences, readPreferences } from "./preferences";

export const MIRROR = "preferences";

export function recalledPreferences(): Preferences {
  return readPreferences(recall(MIRROR));
}
