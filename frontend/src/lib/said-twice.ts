// Words that would be shown twice beside each other, and what is left without them. Pure.

const CUT_OFF = /\s*(?:…|\.\.\.)$/u;
const SHORTEST_REST = 12; // letters: less is not worth a line

/** Return what an excerpt says beyond the title above it; "" if that is nothing. */
export function restOfExcerpt(excerpt: string, title: string): string {
  const wanted = title.trim().replace(CUT_OFF, "");
  if (lettersOf(wanted) === "") return excerpt;
  const end = endOfSame(excerpt, wanted);
  if (end === null) return excerpt;
  const rest = excerpt.slice(end).replace(/^[\s\p{P}]+/u, "");
  if (lettersOf(rest).length < SHORTEST_REST) return "";
  // In the middle of a sentence, it is seen that something came before.
  return /^[\s\p{L}\p{N}]/u.test(excerpt.slice(end).trimStart()) ? `… ${rest}` : rest;
}

/** Return where an excerpt goes on after words; null: it does not begin with them. */
function endOfSame(text: string, words: string): number | null {
  const wanted = lettersOf(words);
  const letters = placedLetters(text, wanted.length);
  const same = letters.map(({ letter }) => letter).join("");
  if (!wanted.startsWith(same) || same === "") return null;
  if (same.length < wanted.length) return CUT_OFF.test(text) ? text.length : null;
  const end = letters.at(-1)?.end ?? 0;
  // Half a word is no beginning: "Port" and "Portugal wins".
  return /^[\p{L}\p{N}]/u.test(text.slice(end)) ? null : end;
}

/** Return the first letters of a text, each with where it ends. */
function placedLetters(text: string, most: number): { letter: string; end: number }[] {
  const found: { letter: string; end: number }[] = [];
  let end = 0;
  for (const char of text) {
    end += char.length;
    for (const letter of lettersOf(char).split("")) found.push({ letter, end });
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}

const BEGINNING = 600; // letters, about five sentences

/** Whether sentences taken from a text are those that one reads there at once anyway. */
export function repeatsBeginning(sentences: string, html: string): boolean {
  const text = html.replace(/<[^>]*>/g, " ").replace(/&#?\w+;/g, " ");
  const wanted = lettersOf(sentences);
  return wanted === "" || lettersOf(text).slice(0, BEGINNING).includes(wanted.slice(0, 80));
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}
