// Finding by words: every one must be in it; capitals and accents do not matter. Pure.

export function matchesWords(text: string, words: string): boolean {
  const plainText = plain(text);
  return plain(words)
    .split(/\s+/)
    .every((word) => plainText.includes(word));
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
