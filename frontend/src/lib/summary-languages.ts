// Languages that summaries can be written in: every one a model of today writes well.

export const SUMMARY_LANGUAGES = [
  "ar",
  "cs",
  "de",
  "en",
  "es",
  "fr",
  "hi",
  "id",
  "it",
  "ja",
  "ko",
  "nl",
  "pl",
  "pt-BR",
  "pt-PT",
  "ro",
  "ru",
  "sv",
  "tr",
  "uk",
  "vi",
  "zh-Hans",
  "zh-Hant",
] as const;

/** Return the languages with their names in the reader's own, in its order. */
export function namedLanguages(locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([locale], { type: "language" });
  return SUMMARY_LANGUAGES.map((value) => ({ value, label: names.of(value) ?? value })).sort(
    (one, other) => one.label.localeCompare(other.label, locale),
  );
}
