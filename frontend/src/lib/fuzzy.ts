// Finding things by a few letters of their name. Pure.

const START_OF_WORD = 8;
const NEXT_TO_LAST = 5;
const START_OF_TEXT = 6;
const WHOLE_WORDS = 12;
const WORTH_SHOWING = 0.4;

/** Return how well a text matches what was typed, more is better; null: it does not. */
export function fuzzyScore(typed: string, text: string): number | null {
  const wanted = folded(typed).replace(/\s+/g, "");
  const letters = folded(text);
  if (wanted === "") return 0;
  const best = bestPath(wanted, letters);
  if (best === null) return null;
  const phrase = folded(typed).trim();
  const isPhrase = letters.includes(phrase);
  // Among equals, the shorter name is the likelier one.
  return best + (isPhrase ? WHOLE_WORDS : 0) - letters.length / 100;
}

/** Return the best matches, best first; nothing typed: the first ones as they are. */
export function bestMatches<Thing>(
  typed: string,
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
  most: number,
): Thing[] {
  if (typed.trim() === "") return things.slice(0, most);
  const matching = things
    .map((thing) => ({ thing, score: fuzzyScore(typed, nameOf(thing)) }))
    .filter((one): one is { thing: Thing; score: number } => one.score !== null)
    .sort((one, other) => other.score - one.score);
  // Beside a good match, letters that are merely there somewhere are noise.
  const least = (matching[0]?.score ?? 0) * WORTH_SHOWING;
  return matching
    .filter((one) => one.score >= least)
    .slice(0, most)
    .map((one) => one.thing);
}

/** Without accents and case, so that "lodz" finds "Łódź". */
export function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ł", "l")
    .replaceAll("ß", "ss");
}

/** Letter by letter: the best score of a path that ends at each place of the text. */
function bestPath(wanted: string, text: string): number | null {
  let ends = new Map<number, number>([[-1, 0]]);
  for (const letter of wanted) {
    ends = stepped(ends, letter, text);
    if (ends.size === 0) return null;
  }
  return Math.max(...ends.values());
}

function stepped(ends: ReadonlyMap<number, number>, letter: string, text: string) {
  const next = new Map<number, number>();
  for (let at = text.indexOf(letter); at >= 0; at = text.indexOf(letter, at + 1)) {
    for (const [end, score] of ends) {
      if (end >= at) continue;
      const gained = score + worth(text, at, end);
      if (gained > (next.get(at) ?? Number.NEGATIVE_INFINITY)) next.set(at, gained);
    }
  }
  return next;
}

function worth(text: string, at: number, previous: number): number {
  if (at === 0) return START_OF_TEXT + START_OF_WORD;
  if (previous >= 0 && previous === at - 1) return NEXT_TO_LAST;
  return /[\s\-_/.:]/.test(text[at - 1] ?? "") ? START_OF_WORD : 0;
}
