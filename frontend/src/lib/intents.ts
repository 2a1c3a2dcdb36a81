// Marks merge by time, by the rule of the server (core/intents.py). Pure.
// What can be marked about an entry is a register that keeps the greatest (time, value) it was
// given, so intents may arrive in any order and any grouping, and every device ends alike.
import type { ListedEntry } from "@/api/types";
import type { Mark } from "./marks";

export interface Intent {
  entryId: number;
  field: Field;
  value: boolean;
  at: number; // microseconds, by the clock of this device
  version?: number | undefined; // of a star: which one the reader saw
}

export type Field = "read" | "starred" | `tag:${string}`;
export type Registers = ReadonlyMap<string, Intent>;

export function registerOf({ entryId, field }: Pick<Intent, "entryId" | "field">): string {
  return `${entryId}:${field}`;
}

/** Whether an intent wins over another one for the same register; at one moment, yes beats no. */
export function winsOver(intent: Intent, known: Intent | undefined): boolean {
  if (known === undefined) return true;
  return intent.at === known.at ? intent.value && !known.value : intent.at > known.at;
}

/** Return the registers after some more intents have arrived. */
export function merge(known: Registers, intents: Iterable<Intent>): Map<string, Intent> {
  const merged = new Map(known);
  for (const intent of intents) {
    const register = registerOf(intent);
    if (winsOver(intent, merged.get(register))) merged.set(register, intent);
  }
  return merged;
}

/** Return a moment after every other one of this page, even if its clock stands still. */
export function nextMoment(last: number, milliseconds: number): number {
  return Math.max(last + 1, Math.round(milliseconds * 1000));
}

export function intentsOf(mark: Mark, at: number): Intent[] {
  return mark.ids.map((entryId) => ({ entryId, at, ...intentOf(mark) }));
}

/** Return what a mark says of each of its entries. */
export function intentOf(mark: Mark): Said {
  const [field, value] = fieldOf(mark);
  return mark.kind === "star" ? { field, value, version: mark.version } : { field, value };
}

type Said = Pick<Intent, "field" | "value" | "version">;

export function fieldOf(mark: Mark): [Field, boolean] {
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

type Star = Pick<ListedEntry, "version" | "starred_at" | "starred_version">;
export type Markable = Pick<ListedEntry, "read" | "starred" | "tags"> & Partial<Star>;

/** Return an entry after an intent, or the same object if nothing changes. */
export function withIntent<Item extends Markable>(entry: Item, intent: Said): Item {
  const { field, value } = intent;
  if (field === "read") return entry.read === value ? entry : { ...entry, read: value };
  if (field === "starred") return withStar(entry, value, intent.version);
  const tag = tagOf(field) ?? "";
  if (entry.tags.includes(tag) === value) return entry;
  const tags = value ? [...entry.tags, tag].sort() : entry.tags.filter((one) => one !== tag);
  return { ...entry, tags };
}

/** Return an entry with or without a star. When it was given is the server's to say. */
export function withStar<Item extends Pick<Markable, "starred"> & Partial<Star>>(
  entry: Item,
  starred: boolean,
  version = entry.version,
): Item {
  if (entry.starred === starred) return entry;
  const starred_version = starred ? (version ?? null) : null;
  return { ...entry, starred, starred_at: null, starred_version };
}
