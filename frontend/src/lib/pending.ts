// Changes that the server has not confirmed, and what is shown because of them. Pure.
import type { components } from "@/api/schema";
import type { ListedEntry } from "@/api/types";
import type { Colour } from "./highlights";
import { fieldOf, type Intent, intentsOf, merge, withIntent } from "./intents";
import type { Mark } from "./marks";
import type { Passage } from "./passages";
import { addUp, type CountChange, countChange, isOneOf } from "./patch-counts";
import { markEntry } from "./patch-entries";

type Schemas = components["schemas"];

/** `at` is the time of the server: of two devices the newest change counts. */
export type HighlightChange = { id: string; entryId: number; at: number } & (
  | { kind: "create"; passage: Passage; note: string; color: Colour }
  | { kind: "change"; note?: string; color?: Colour }
  | { kind: "delete" }
);

export interface AllRead {
  // Up to which moment, and when it was marked, by the clock of the server.
  body: (Schemas["FeedRead"] | Schemas["FolderRead"] | Schemas["AllRead"]) & { at: number };
  feedIds: number[] | null; // the feeds it is about, as known here; null: all
  cleared: CountChange["unread"]; // how the counts fall by it
}

export type Change =
  | { kind: "mark"; mark: Mark }
  | { kind: "all-read"; allRead: AllRead }
  | { kind: "highlight"; highlight: HighlightChange };

/** What an entry must say to be marked and counted. */
export type Marked = Pick<
  ListedEntry,
  "id" | "feed_id" | "received_at" | "read" | "starred" | "tags"
>;

/** A line of the log: a change that is noted, under way or waiting for a network. */
export interface Line {
  id: string;
  owner: number | null; // the account that made it; null: it was not known yet
  at: number; // microseconds, by the clock of this device
  change: Change;
  before: readonly Marked[]; // its entries as the server has them, as far as known here
}

/** The log, arranged for looking things up; made once for each state of it. */
export interface Pending {
  lines: readonly Line[]; // the oldest first
  marks: ReadonlyMap<number, readonly Intent[]>; // of each entry the newest of each register
  allRead: readonly AllReadLine[];
}

type AllReadLine = Line & { change: { kind: "all-read" } };

export function pendingOf(lines: Iterable<Line>): Pending {
  const ordered = [...lines].sort((one, other) => one.at - other.at);
  const marks = new Map<number, Intent[]>();
  for (const intent of merge(new Map(), ordered.flatMap(intentsIn)).values()) {
    marks.set(intent.entryId, [...(marks.get(intent.entryId) ?? []), intent]);
  }
  return {
    lines: ordered,
    marks,
    allRead: ordered.filter((line): line is AllReadLine => line.change.kind === "all-read"),
  };
}

/** Return what a line says of single entries. */
export function intentsIn({ change, at }: Line): Intent[] {
  return change.kind === "mark" ? intentsOf(change.mark, at) : [];
}

/** Return an entry as the server has it with the changes that it does not know yet. */
export function overlay<Item extends Marked>(entry: Item, pending: Pending): Item {
  const marks = pending.marks.get(entry.id) ?? [];
  const allRead = pending.allRead.filter(({ change }) => isMeant(change.allRead, entry));
  if (allRead.length === 0) return marks.reduce(withIntent, entry);
  const whole = allRead.map(
    ({ at }): Intent => ({ entryId: entry.id, field: "read", value: true, at }),
  );
  return [...merge(new Map(), [...marks, ...whole]).values()].reduce(withIntent, entry);
}

/** Whether "all read" is about an entry: never about one that came after the list was shown. */
export function isMeant({ feedIds, body }: AllRead, entry: Marked): boolean {
  return isOneOf(feedIds, entry.feed_id) && entry.received_at <= body.before;
}

/** Return how the pending changes move the counts that the server gave. */
export function countSteps({ lines }: Pending): CountChange {
  const entries = new Map(lines.flatMap(({ before }) => before).map((one) => [one.id, one]));
  return addUp(lines.map(({ change }) => countStep(change, entries)));
}

/** Return how one change moves the counts; `entries` are changed along with it. */
function countStep(change: Change, entries: Map<number, Marked>): CountChange {
  if (change.kind === "highlight") return { unread: [], starred: 0 };
  if (change.kind === "all-read") {
    const meant = [...entries.values()].filter((entry) => isMeant(change.allRead, entry));
    for (const entry of meant) entries.set(entry.id, { ...entry, read: true });
    return { unread: change.allRead.cleared, starred: 0 };
  }
  const { mark } = change;
  const marked = mark.ids.flatMap((id) => entries.get(id) ?? []);
  for (const entry of marked) entries.set(entry.id, markEntry(entry, mark));
  return countChange(mark, marked);
}

/** Return how many changes there are, for notifying a reader: of each register one. */
export function countChanges({ lines, marks }: Pending): number {
  const registers = [...marks.values()].reduce((sum, intents) => sum + intents.length, 0);
  return registers + lines.filter(({ change }) => change.kind !== "mark").length;
}

/** Whether one of two changes must be sent before the other one can be. */
export function mustKeepOrder(one: Change, other: Change): boolean {
  if (one.kind === "highlight" && other.kind === "highlight")
    return one.highlight.id === other.highlight.id;
  return (
    one.kind === "mark" && other.kind === "mark" && contradicted(one, other.mark).length > 0
  );
}

/** Return the entries of which a mark says the opposite of what a change makes of them. */
export function contradicted(change: Change, mark: Mark): number[] {
  const [field, value] = fieldOf(mark);
  if (change.kind === "all-read") return field === "read" && !value ? mark.ids : [];
  if (change.kind !== "mark") return [];
  const [otherField, otherValue] = fieldOf(change.mark);
  if (field !== otherField || value === otherValue) return [];
  const ids = new Set(change.mark.ids);
  return mark.ids.filter((id) => ids.has(id));
}
