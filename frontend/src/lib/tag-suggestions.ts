// Which tags to offer while a reader types one. Pure.

export interface TagSuggestion {
  name: string;
  isNew: boolean;
}

const MOST = 8;
export const LONGEST_TAG = 100;

/** Tags that begin with what is typed come first, then those that hold it; last, a new one. */
export function suggestTags(
  known: readonly string[],
  present: readonly string[],
  typed: string,
): TagSuggestion[] {
  const wanted = typed.trim().replace(/\s+/g, " ").slice(0, LONGEST_TAG);
  const small = wanted.toLocaleLowerCase();
  const free = known.filter((name) => !present.includes(name));
  const holding = free.filter((name) => name.toLocaleLowerCase().includes(small));
  const begins = (name: string) => (name.toLocaleLowerCase().startsWith(small) ? 0 : 1);
  const found = holding
    .sort((one, other) => begins(one) - begins(other) || one.localeCompare(other))
    .slice(0, MOST)
    .map((name) => ({ name, isNew: false }));
  const isKnown = [...known, ...present].some((name) => name.toLocaleLowerCase() === small);
  return wanted === "" || isKnown ? found : [...found, { name: wanted, isNew: true }];
}
