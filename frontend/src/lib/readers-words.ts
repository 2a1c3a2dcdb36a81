// Why something of a stranger's server could not be had, in the reader's language.
import { LANGUAGES, type Language } from "./languages";

interface Said {
  code: string | null; // null: nothing failed
  reason: string | null;
}

/** Return what our server said in English with its reason in our words, if there are any. */
export async function inReadersWords<Kind extends Said>(said: Kind): Promise<Kind> {
  if (said.code === null) return said;
  const { failureWords } = await import("./server-words");
  const reason = await failureWords(pageLanguage(), said.code);
  return reason === null ? said : { ...said, reason };
}

/** Return the language that the page is in now, for what is said outside of components. */
export function pageLanguage(): Language {
  return LANGUAGES.find((one) => one === document.documentElement.lang) ?? "en";
}
