// How tests say times in one of the languages.
import en from "@/messages/en/time";
import pl from "@/messages/pl/time";
import portuguese from "@/messages/pt-BR/time";
import type { Messages } from "@/messages/shape";
import type { TimeWords } from "./ago";
import { formatMessage } from "./messages";

const WORDS: Record<string, Messages> = { en, pl, "pt-BR": portuguese };

export function timeWords(locale: string): TimeWords {
  return ((key: string, values?: Record<string, string | number>) =>
    formatMessage(locale, WORDS[locale]?.[key] ?? "", values)) as TimeWords;
}
