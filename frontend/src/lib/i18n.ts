// The interface in the reader's language: `const say = useMessages("layout")`.
// The areas every visit needs come with the language; the others load when first used.
import { createContext, use } from "react";
import type essential from "@/messages/en";
import type { Message, Messages } from "@/messages/shape";
import { essentialMessages } from "./essential-messages";
import type { Language } from "./languages";
import { loadArea } from "./message-areas";
import { formatMessage, type Say } from "./messages";

type Essential = typeof essential;
type Areas = Essential & import("@/messages/areas").LazyAreas;

export const LanguageContext = createContext<Language>("en");

export function useLanguage(): Language {
  return use(LanguageContext);
}

/** Return how to say things of one area. Waits (by Suspense) for an area not yet loaded. */
export function useMessages<Area extends keyof Areas & string>(area: Area): Say<Areas[Area]> {
  const language = useLanguage();
  const known = essentialMessages(language, area);
  return sayer(language, known ?? use(loadArea(language, area)).default);
}

/** As `useMessages`, for an answer to a click: nothing that is shown waits for it. */
export async function loadMessages<Area extends keyof Areas & string>(
  language: Language,
  area: Area,
): Promise<Say<Areas[Area]>> {
  return sayer(language, (await loadArea(language, area)).default);
}

function sayer<Source>(language: Language, messages: Messages): Say<Source> {
  return ((key: string, values?: Record<string, string | number>) =>
    formatMessage(language, messages[key] ?? (key as Message), values)) as Say<Source>;
}
