// The messages every visit needs, in one language: asked for by the very first script, so
// without anything of the app around it.

import type { Messages } from "@/messages/shape";
import type { Language } from "./languages";

const languages = import.meta.glob<{ default: Record<string, Messages> }>(
  "@/messages/*/index.ts",
);

const essentials = new Map<Language, Record<string, Messages>>();

/** Load what the first page needs; afterwards `essentialMessages` has it. */
export async function loadLanguage(language: Language): Promise<void> {
  if (essentials.has(language)) return;
  const load = languages[`/src/messages/${language}/index.ts`];
  if (load) essentials.set(language, (await load()).default);
}

export function essentialMessages(language: Language, area: string): Messages | undefined {
  return essentials.get(language)?.[area];
}
