// Which languages there are, which one a reader gets, and which are written to the left.

export const LANGUAGES = ["en", "pt-BR", "pl"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: "English",
  "pt-BR": "Português (Brasil)",
  pl: "Polski",
};

const LEFTWARD = ["ar", "fa", "he", "ur", "yi"];

/** Return the preferred language, or the first of the browser's that we have. */
export function chooseLanguage(
  preferred: Language | "auto",
  browser: readonly string[],
): Language {
  if (preferred !== "auto") return preferred;
  for (const wanted of browser) {
    const same = LANGUAGES.find(
      (one) => one.split("-")[0] === wanted.split("-")[0]?.toLowerCase(),
    );
    if (same) return same;
  }
  return "en";
}

export function directionOf(language: string): "ltr" | "rtl" {
  return LEFTWARD.includes(language.split("-")[0] ?? "") ? "rtl" : "ltr";
}
