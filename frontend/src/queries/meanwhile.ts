// Marks that an answer does not know of: made while it was on its way, or not sent yet.
import type { Entry, ListedEntry } from "@/api/types";

export type Change = <Item extends ListedEntry | Entry>(entry: Item) => Item;

let underWay = 0;
let changes: Change[] = [];
let held: { change: Change; isOver: boolean }[] = [];

/** Note how loaded entries were changed; what is on its way just now is to follow. */
export function noteChange(change: Change): void {
  if (underWay > 0) changes.push(change);
}

/** Let whatever is asked for from now on follow a change, too, until what is returned is
 * called: because the server knows of it by then, or never will. */
export function hold(change: Change): () => void {
  const one = { change, isOver: false };
  held.push(one);
  return () => {
    one.isOver = true;
    // What came after a change stands above it for as long as that is held.
    const first = held.findIndex(({ isOver }) => !isOver);
    held = first === -1 ? [] : held.slice(first);
  };
}

/** Return an entry with what is held: news of it may be older than that. */
export function asHeld<Item extends ListedEntry | Entry>(entry: Item): Item {
  return held.reduce((before, { change }) => change(before), entry);
}

/** Return an answer with what was changed; `follow` makes one change to all of it. */
export async function asChanged<Answer>(
  load: () => Promise<Answer>,
  follow: (answer: Answer, change: Change) => Answer,
): Promise<Answer> {
  const before = held.map(({ change }) => change);
  const count = changes.length;
  underWay += 1;
  try {
    const answer = await load();
    return [...before, ...changes.slice(count)].reduce(follow, answer);
  } finally {
    underWay -= 1;
    if (underWay === 0) changes = [];
  }
}
