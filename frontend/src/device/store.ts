// Reading and writing what is kept: rows of lists, texts, and answers shown whole. All of it is
// as the server has it; what is pending is laid over it where it is shown.
import { NotKeptError } from "@/api/errors";
import type {
  Entry,
  EntryPage,
  Folder,
  Highlight,
  ListedEntry,
  PlacedHighlight,
  Subscription,
} from "@/api/types";
import { withStar } from "@/lib/intents";
import type { ListScope } from "@/lib/list-scope";
import type { Mark } from "@/lib/marks";
import { feedPlaces, isOneOf } from "@/lib/patch-counts";
import { markEntry } from "@/lib/patch-entries";
import { overlay, type Pending } from "@/lib/pending";
import { database, dropPictureFiles, PICTURE_CACHE } from "./database";
import { fingerprint } from "./fill-plan";
import type { IsBefore } from "./follow";
import { canBeKept, keptPage } from "./kept-lists";

/** The fact that says when the kept rows were asked for: what came later is not among them. */
export const LISTED_AT = "listed-at";

export async function readFact<Value>(name: string): Promise<Value | undefined> {
  return (await (await database()).get("facts", name)) as Value | undefined;
}

export async function writeFact(name: string, value: unknown): Promise<void> {
  await (await database()).put("facts", value, name);
}

/** A fact that a page cannot do without. */
export async function neededFact<Value>(name: string): Promise<Value> {
  const value = await readFact<Value>(name);
  if (value === undefined) throw new NotKeptError();
  return value;
}

/** Return a page of a list from what is here; `shown` are the rows above it. */
export async function readPage(
  scope: ListScope,
  cursor: string | null,
  shown: ReadonlySet<number>,
  pending: Pending,
): Promise<EntryPage> {
  if (!canBeKept(scope)) throw new NotKeptError();
  const rows = await (await database()).getAll("rows");
  if (rows.length === 0) throw new NotKeptError();
  const subscriptions = (await readFact<Subscription[]>("subscriptions")) ?? [];
  const folders = (await readFact<Folder[]>("folders")) ?? [];
  const loaded_at = await readFact<number>(LISTED_AT);
  // Which rows belong to the list is decided by how they are shown.
  const asShown = rows.map((row) => overlay(row, pending));
  const page = keptPage(asShown, scope, feedPlaces(subscriptions, folders), cursor, shown);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const items = page.items.map((row) => byId.get(row.id) ?? row);
  return { ...page, items, ...(loaded_at === undefined ? {} : { loaded_at }) };
}

/** Return an entry with its text, marked as its row is. */
export async function readEntry(id: number): Promise<Entry> {
  const db = await database();
  const [text, row] = await Promise.all([db.get("texts", id), db.get("rows", id)]);
  if (!text) throw new NotKeptError();
  const { read, starred, tags } = row ?? text.entry;
  return { ...withStar(text.entry, starred), read, tags };
}

export async function readHighlights(): Promise<Highlight[]> {
  return (await readFact<Highlight[]>("highlights")) ?? [];
}

export async function readEntryHighlights(id: number): Promise<PlacedHighlight[]> {
  return (await readHighlights())
    .filter((one) => one.entry_id === id && one.deleted_at === null)
    .map((one) => ({ ...one, found: null }));
}

export async function writeRows(rows: readonly ListedEntry[]): Promise<void> {
  const work = (await database()).transaction("rows", "readwrite");
  await Promise.all(rows.map((row) => work.store.put(row)));
  await work.done;
}

export async function hasRow(id: number): Promise<boolean> {
  return (await (await database()).count("rows", id)) > 0;
}

export async function writeText(entry: Entry): Promise<void> {
  const db = await database();
  const row = await db.get("rows", entry.id);
  // An entry that lists do not show would never be let go again.
  if (!row) return;
  await db.put("texts", { id: entry.id, fingerprint: fingerprint(row), entry });
}

export async function dropEntries(ids: readonly number[]): Promise<void> {
  const work = (await database()).transaction(["rows", "texts"], "readwrite");
  for (const id of ids) {
    void work.objectStore("rows").delete(id);
    void work.objectStore("texts").delete(id);
  }
  await work.done;
}

export async function keptFingerprints(): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  const db = await database();
  for (const id of await db.getAllKeys("rows")) found.set(id, "");
  let cursor = await db.transaction("texts").store.openCursor();
  while (cursor) {
    found.set(cursor.value.id, cursor.value.fingerprint);
    cursor = await cursor.continue();
  }
  return found;
}

/** Let the kept rows follow a mark, wherever it was made. */
export async function markRows(mark: Mark): Promise<void> {
  await changeRows(mark.ids, (row) => markEntry(row, mark));
}

/** Change kept rows. */
export async function changeRows(
  ids: readonly number[],
  change: (row: ListedEntry) => ListedEntry,
): Promise<void> {
  const work = (await database()).transaction("rows", "readwrite");
  for (const id of ids) {
    const row = await work.store.get(id);
    if (row) await work.store.put(change(row));
  }
  await work.done;
}

/** Let the kept rows of some feeds (null: of all) be read, as far as they are meant. */
export async function readRows(
  feedIds: readonly number[] | null,
  isBefore: IsBefore,
): Promise<void> {
  const rows = await (await database()).getAll("rows");
  const ids = rows
    .filter((row) => !row.read && isBefore(row))
    .filter((row) => isOneOf(feedIds, row.feed_id))
    .map((row) => row.id);
  await markRows({ kind: "read", ids, read: true });
}

export interface Usage {
  entries: number;
  pictures: number;
  pictureBytes: number;
}

export async function measure(): Promise<Usage> {
  const db = await database();
  const pictures = await db.getAll("pictures");
  return {
    entries: await db.count("texts"),
    pictures: pictures.length,
    pictureBytes: pictures.reduce((sum, one) => sum + one.bytes, 0),
  };
}

export async function dropAllPictures(): Promise<void> {
  await (await database()).clear("pictures");
  await dropPictureFiles();
}

export async function dropPictures(urls: readonly string[]): Promise<void> {
  const cache = await caches.open(PICTURE_CACHE);
  const db = await database();
  for (const url of urls) {
    await cache.delete(url);
    await db.delete("pictures", url);
  }
}
