// What this browser keeps for reading without a network. Used by pages and the service
// worker alike. Everything in it can be asked for again, except what waits to be sent.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Entry, ListedEntry } from "@/api/types";
import type { Line } from "@/lib/pending";
import type { KeptPicture } from "./pictures";

export interface KeptText {
  id: number;
  fingerprint: string; // of the row it was loaded for
  entry: Entry;
}

interface Kept extends DBSchema {
  rows: { key: number; value: ListedEntry };
  texts: { key: number; value: KeptText };
  // Answers that are shown whole, by name: counts, subscriptions, folders, …
  facts: { key: string; value: unknown };
  pictures: { key: string; value: KeptPicture };
  log: { key: string; value: Line }; // what waits to be sent
}

export type KeptDatabase = IDBPDatabase<Kept>;

const NAME = "tidings";
/** The fact that says whose entries are here. */
export const OWNER = "owner";
export const PICTURE_CACHE = "tidings-pictures";

const connection: { opening: Promise<KeptDatabase> | null; isShut: boolean } = {
  opening: null,
  isShut: false,
};

export async function database(): Promise<KeptDatabase> {
  if (connection.isShut) throw new Error("signed out");
  connection.opening ??= open();
  return connection.opening;
}

/** The reader has left: until it is loaded again, this page keeps nothing more. */
export function shutDatabase(): void {
  connection.isShut = true;
}

async function open(): Promise<KeptDatabase> {
  const forget = () => {
    connection.opening = null;
  };
  try {
    return await openDB<Kept>(NAME, 3, {
      upgrade(db, from) {
        if (from < 3) db.createObjectStore("log", { keyPath: "id" });
        if (from > 0) return;
        db.createObjectStore("rows", { keyPath: "id" });
        db.createObjectStore("texts", { keyPath: "id" });
        db.createObjectStore("facts");
        db.createObjectStore("pictures", { keyPath: "url" });
      },
      // A newer page wants to change the stores: make way, and open again when needed.
      blocking(_current, _wanted, event) {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });
  } catch (error) {
    forget();
    throw error;
  }
}

/** Forget what was kept for reading; what waits to be sent stays, and whose it is. */
export async function dropReading(): Promise<void> {
  await clearReading(await database());
}

async function clearReading(db: KeptDatabase): Promise<void> {
  const stores = ["rows", "texts", "facts", "pictures"] as const;
  const work = db.transaction(stores, "readwrite");
  const owner = await work.objectStore("facts").get(OWNER);
  await Promise.all(stores.map((name) => work.objectStore(name).clear()));
  if (owner !== undefined) await work.objectStore("facts").put(owner, OWNER);
  await work.done;
  await dropPictureFiles();
}

/** Browsers keep files of pictures on secure addresses only. */
export async function dropPictureFiles(): Promise<void> {
  await globalThis.caches?.delete(PICTURE_CACHE);
}

/** Forget everything, as if nobody had ever read here. */
export async function dropEverything(): Promise<void> {
  await clearEverything(await database());
}

/** The same for whoever leaves: nothing comes back behind them. */
export async function dropForGood(): Promise<void> {
  const db = await database();
  shutDatabase();
  await clearEverything(db);
  db.close();
}

async function clearEverything(db: KeptDatabase): Promise<void> {
  await clearReading(db);
  const work = db.transaction(["log", "facts"], "readwrite");
  await work.objectStore("log").clear();
  await work.objectStore("facts").delete(OWNER);
  await work.done;
}
