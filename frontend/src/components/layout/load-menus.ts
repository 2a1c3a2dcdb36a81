// What opens at a click or a key on every page, loaded before the first of them: whoever
// right-clicks is not to wait for a script.
import type { Language } from "@/lib/languages";
import { loadArea } from "@/lib/message-areas";

const MENUS = [
  () => import("./sidebar-menu"),
  () => import("@/components/entries/list-menu"),
  () => import("@/components/keyboard/palette"),
  () => import("@/components/ui/confirm-dialog"),
];
const AREAS = ["sidebar", "keyboard", "entry", "settings", "manage", "admin"];

/** Load them; what fails is loaded when it is wanted. */
export function loadMenus(language: Language): void {
  for (const load of MENUS) load().catch(() => undefined);
  for (const area of AREAS) loadArea(language, area).catch(() => undefined);
}
