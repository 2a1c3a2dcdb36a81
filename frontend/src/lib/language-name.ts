// Languages by their names in the reader's own. Pure.

/** Return what a language is called; its code if there is no name for it. */
export function languageName(locale: string, code: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: "language" }).of(code) ?? code;
  } catch {
    return code; // feeds say all kinds of things
  }
}
