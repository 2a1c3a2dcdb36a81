// Reading and writing what is kept: rows of lists, texts, and answers shown whole.
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
import type { ListScope } from "@/lib/list-scope";
import type { Mark } from "@/lib/marks";
import { feedPlaces } from "@/lib/patch-counts";
import { markEntry } from "@/lib/patch-entries";
import type { IsBefore } from "@/queries/follow";
import { asHeld } from "@/queries/meanwhile";
import type { MarkedEntry } from "./channel";
import { database, dropPictureFiles, PICTURE_CACHE } from "./database";
import { fingerprint } from "./fill-plan";
import { canBeKept, keptPage } from "./kept-lists";
import { withAllWishes } from "./merge";
import { type Waiting, waiting } from "./outbox";
import { allKeptHighlights, keptHighlights, withHighlightWishes } from "./wishes";

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

/** Return a page of a list from what is here; `shown` are the rows that stand above it. */
export async function readPage(
  scope: ListScope,
  cursor: string | null,
  shown: ReadonlySet<number>,
): Promise<EntryPage> {
  if (!canBeKept(scope)) throw new NotKeptError();
  const rows = await withWaiting(await (await database()).getAll("rows"));
  if (rows.length === 0) throw new NotKeptError();
  const subscriptions = (await readFact<Subscription[]>("subscriptions")) ?? [];
  const folders = (await readFact<Folder[]>("folders")) ?? [];
  const loaded_at = await readFact<number>(LISTED_AT);
  const page = keptPage(rows, scope, feedPlaces(subscriptions, folders), cursor, shown);
  return { ...page, ...(loaded_at === undefined ? {} : { loaded_at }) };
}

/** Return an entry with its text, marked as its row is. */
export async function readEntry(id: number): Promise<Entry> {
  const db = await database();
  const [text, row] = await Promise.all([db.get("texts", id), db.get("rows", id)]);
  if (!text) throw new NotKeptError();
  const { read, starred, tags } = row ?? text.entry;
  const [entry] = await withWaiting([{ ...text.entry, read, starred, tags }]);
  return entry ?? text.entry;
}

export async function readHighlights(): Promise<Highlight[]> {
  const known = (await readFact<Highlight[]>("highlights")) ?? [];
  return allKeptHighlights(known, (await waiting()).wishes);
}

export async function readEntryHighlights(id: number) {
  const known = (await readFact<Highlight[]>("highlights")) ?? [];
  return keptHighlights(known, (await waiting()).wishes, id);
}

/** Return all highlights as the server gave them, with what it does not know yet. */
export async function withWaitingHighlights(known: Highlight[]): Promise<Highlight[]> {
  return allKeptHighlights(known, (await waiting()).wishes);
}

/** The same for those of one entry. */
export async function withWaitingInEntry(
  known: PlacedHighlight[],
  id: number,
): Promise<PlacedHighlight[]> {
  return withHighlightWishes(known, (await waiting()).wishes, id);
}

/** Return entries as the server gave them, with what it does not know yet. */
export async function withWaiting<Item extends ListedEntry | Entry>(
  entries: Item[],
): Promise<Item[]> {
  const unsent = await waiting();
  return entries.map((entry) => asWished(entry, unsent));
}

export async function writeRows(rows: readonly ListedEntry[]): Promise<void> {
  const unsent = await waiting();
  const work = (await database()).transaction("rows", "readwrite");
  await Promise.all(rows.map((row) => work.store.put(asWished(row, unsent))));
  await work.done;
}

/** Return an entry as the server gave it, with what waits to be sent. */
export function asWished<Item extends ListedEntry | Entry>(
  entry: Item,
  { marks, allRead }: Waiting,
): Item {
  const whole = allRead.map(({ feedIds, body: { before }, wishedAt: at }) => ({
    feedIds,
    before,
    at,
  }));
  return withAllWishes(entry, marks, whole);
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
  const work = (await database()).transaction("rows", "readwrite");
  for (const id of mark.ids) {
    const row = await work.store.get(id);
    if (row) await work.store.put(markEntry(row, mark));
  }
  await work.done;
}

/** Let the kept rows of some feeds (null: of all) be read, as far as they are meant. */
export async function readRows(
  feedIds: ReadonlySet<number> | null,
  isBefore: IsBefore,
): Promise<void> {
  const rows = await (await database()).getAll("rows");
  const ids = rows
    .filter((row) => !row.read && isBefore(row))
    .filter((row) => feedIds === null || feedIds.has(row.feed_id))
    .map((row) => row.id);
  await markRows({ kind: "read", ids, read: true });
}

/** Let the kept rows be as the server says they are. */
export async function settleRows(entries: readonly MarkedEntry[]): Promise<void> {
  const work = (await database()).transaction("rows", "readwrite");
  for (const { id, read, starred, tags } of entries) {
    const row = await work.store.get(id);
    if (row) await work.store.put(asHeld({ ...row, read, starred, tags }));
  }
  await work.done;
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
