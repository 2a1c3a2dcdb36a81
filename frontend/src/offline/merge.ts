// Marks made without a network: of all wishes for one mark, the newest holds. Pure.
// A mark is a register that keeps the greatest (time, value) it was given, so wishes may
// arrive in any order and in any parts, and every device ends at the same.
import type { ListedEntry } from "@/api/types";
import type { Mark } from "@/lib/marks";

export interface Intent {
  entryId: number;
  field: Field;
  value: boolean;
  at: number; // microseconds, by the clock of this device
}

export type Field = "read" | "starred" | `tag:${string}`;
export type Registers = ReadonlyMap<string, Intent>;

type Marked = Pick<ListedEntry, "id" | "read" | "starred" | "tags">;

export function registerOf({ entryId, field }: Pick<Intent, "entryId" | "field">): string {
  return `${entryId}:${field}`;
}

/** Whether a wish holds against another one for the same mark; at one moment, yes beats no. */
export function holdsAgainst(wish: Intent, known: Intent | undefined): boolean {
  if (known === undefined) return true;
  return wish.at === known.at ? wish.value && !known.value : wish.at > known.at;
}

/** Return what holds once some more wishes have arrived. */
export function merge(known: Registers, wishes: Iterable<Intent>): Map<string, Intent> {
  const merged = new Map(known);
  for (const wish of wishes) {
    const register = registerOf(wish);
    if (holdsAgainst(wish, merged.get(register))) merged.set(register, wish);
  }
  return merged;
}

/** Return the wishes still to be sent after some were: one changed meanwhile stays. */
export function unsent(waiting: Registers, sent: Iterable<Intent>): Map<string, Intent> {
  const left = new Map(waiting);
  for (const wish of sent) {
    const known = left.get(registerOf(wish));
    if (known && known.at === wish.at && known.value === wish.value)
      left.delete(registerOf(wish));
  }
  return left;
}

/** Return a moment after every other one of this device, even if its clock stands still. */
export function nextMoment(last: number, milliseconds: number): number {
  return Math.max(last + 1, Math.round(milliseconds * 1000));
}

export function intentsOf(mark: Mark, at: number): Intent[] {
  const [field, value] = fieldOf(mark);
  return mark.ids.map((entryId) => ({ entryId, field, value, at }));
}

function fieldOf(mark: Mark): [Field, boolean] {
  switch (mark.kind) {
    case "read":
      return ["read", mark.read];
    case "star":
      return ["starred", mark.starred];
    case "tag":
      return [`tag:${mark.tag}`, mark.tagged];
  }
}

/** Return the tag that a field is about; null for the other fields. */
export function tagOf(field: Field): string | null {
  return field.startsWith("tag:") ? field.slice("tag:".length) : null;
}

/** Return an entry as it is with the wishes that the server does not know yet. */
export function withWishes<Item extends Marked>(entry: Item, wishes: Iterable<Intent>): Item {
  let seen = entry;
  for (const wish of wishes) if (wish.entryId === entry.id) seen = withWish(seen, wish);
  return seen;
}

/** What "all read" says, as far as single entries are concerned. */
export interface AllRead {
  feedIds: readonly number[] | null; // null: all feeds
  before: number; // what was received later is not meant
  at: number; // microseconds, by the clock of this device
}

/** The same with wishes for whole feeds; for each mark of the entry the newest holds. */
export function withAllWishes<Item extends Marked & Pick<ListedEntry, Whence>>(
  entry: Item,
  marks: readonly Intent[],
  allRead: readonly AllRead[],
): Item {
  const whole = allRead
    .filter(({ feedIds }) => feedIds === null || feedIds.includes(entry.feed_id))
    .filter(({ before }) => entry.received_at <= before)
    .map(({ at }): Intent => ({ entryId: entry.id, field: "read", value: true, at }));
  if (whole.length === 0) return withWishes(entry, marks);
  const own = marks.filter((wish) => wish.entryId === entry.id);
  return withWishes(entry, merge(new Map(), [...own, ...whole]).values());
}

type Whence = "feed_id" | "received_at";

function withWish<Item extends Marked>(entry: Item, { field, value }: Intent): Item {
  if (field === "read" || field === "starred") {
    return entry[field] === value ? entry : { ...entry, [field]: value };
  }
  const tag = tagOf(field) ?? "";
  if (entry.tags.includes(tag) === value) return entry;
  const tags = value ? [...entry.tags, tag].sort() : entry.tags.filter((one) => one !== tag);
  return { ...entry, tags };
}
