// Fills the store in the background: the newest entries, their texts, then their pictures.
// It never hurries: one user may ask the server only so often, and the reader goes first.
import { api, ask } from "@/api/client";
import { ApiError, NetworkError } from "@/api/errors";
import type { ListedEntry, Subscription } from "@/api/types";
import { broadcast } from "@/device/channel";
import { database, PICTURE_CACHE } from "@/device/database";
import { inOrderOfNeed, planFill } from "@/device/fill-plan";
import { picturesOf, picturesToDrop } from "@/device/pictures";
import {
  dropEntries,
  dropPictures,
  hasRow,
  keptFingerprints,
  LISTED_AT,
  readFact,
  writeFact,
  writeRows,
  writeText,
} from "@/device/store";
import { loadHighlights } from "@/queries/highlights";
import { upToDate } from "@/queries/patch-cache";

const PAGE = 200;
const MOST_STARRED = 200;
const PAUSE = 120; // milliseconds between two requests: some are left for the reader
const PICTURE_PAUSE = 60;
const LARGEST_PICTURE = 5_000_000;
const LONGEST_PICTURE = 10_000; // milliseconds
const LOCK = "tidings-fill";
const MEGABYTE = 1_000_000;

export interface FillRequest {
  entries: number;
  pictureMegabytes: number;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

/** Returns false if another page of this browser is at it already. */
export async function fill(request: FillRequest): Promise<boolean> {
  const work = async () => {
    await fillTexts(request);
    // On addresses that are not secure, browsers have neither turns nor files of pictures.
    if (globalThis.caches) await fillPictures(request);
    await writeFact("filled-at", Date.now());
    broadcast({ kind: "stored" });
    return true;
  };
  if (!navigator.locks) return await work();
  return await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) =>
    lock === null ? false : await work(),
  );
}

async function fillTexts(request: FillRequest): Promise<void> {
  const { signal, onProgress } = request;
  const listedAt = Date.now();
  const kept = await keptFingerprints();
  const wanted = await upToDate(
    () => wantedRows(request),
    (rows, change) => rows.map(change),
  );
  await writeRows(wanted);
  const plan = planFill(wanted, kept);
  await dropEntries(plan.drop);
  await writeFact(LISTED_AT, listedAt);
  await writeFact("highlights", await loadHighlights(signal));
  broadcast({ kind: "stored" });
  for (const [done, id] of plan.load.entries()) {
    onProgress(done, plan.load.length);
    await loadText(id, signal);
    await pause(PAUSE, signal);
  }
  onProgress(plan.load.length, plan.load.length);
}

async function wantedRows({ entries, signal }: FillRequest): Promise<ListedEntry[]> {
  if (entries === 0) return [];
  const newest = await rowsOf({ starred: false }, entries, signal);
  const starred = await rowsOf({ starred: true }, Math.min(entries, MOST_STARRED), signal);
  return inOrderOfNeed(newest, starred);
}

async function rowsOf(
  which: { starred: boolean },
  most: number,
  signal: AbortSignal,
): Promise<ListedEntry[]> {
  const rows: ListedEntry[] = [];
  let cursor: string | null = null;
  do {
    const limit = Math.min(PAGE, most - rows.length);
    const query = { ...which, limit, ...(cursor === null ? {} : { cursor }) };
    const page: { items: ListedEntry[]; next_cursor: string | null } = await withRetry(
      () => ask(api.GET("/api/v1/entries", { params: { query }, signal })),
      signal,
    );
    rows.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null && rows.length < most);
  return rows;
}

/** Load the text of a kept row again, for instance because it has changed. */
export async function loadText(id: number, signal: AbortSignal): Promise<void> {
  if (!(await hasRow(id))) return;
  const params = { path: { id } };
  try {
    await writeText(
      await withRetry(() => ask(api.GET("/api/v1/entries/{id}", { params, signal })), signal),
    );
  } catch (error) {
    // It went between the list and now; the next filling will not want it.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

async function fillPictures({ pictureMegabytes, signal }: FillRequest): Promise<void> {
  const budget = pictureMegabytes * MEGABYTE;
  const db = await database();
  const wanted = await wantedPictures();
  let total = 0;
  for (const url of wanted) {
    if (total >= budget) break;
    const known = await db.get("pictures", url);
    total += known?.bytes ?? (await storePicture(url, signal));
  }
  await dropPictures(picturesToDrop(await db.getAll("pictures"), wanted, budget));
}

/** Icons of feeds first: they are in every list; then the pictures of the newest entries. */
async function wantedPictures(): Promise<string[]> {
  const subscriptions = (await readFact<Subscription[]>("subscriptions")) ?? [];
  const icons = subscriptions
    .map((one) => one.feed.icon_url)
    .filter((url): url is string => url?.startsWith("/") ?? false);
  const db = await database();
  const rows = await db.getAll("rows");
  rows.sort((a, b) => b.sort_at - a.sort_at);
  const wanted = new Set(icons);
  for (const row of rows) {
    const text = await db.get("texts", row.id);
    for (const url of text ? picturesOf(text.entry) : []) wanted.add(url);
  }
  return [...wanted];
}

/** Returns how much room it takes. */
async function storePicture(url: string, signal: AbortSignal): Promise<number> {
  await pause(PICTURE_PAUSE, signal);
  const response = await loadPicture(url, signal);
  if (!response) return 0;
  const bytes = (await response.clone().blob()).size;
  if (bytes > LARGEST_PICTURE) return 0;
  const cache = await caches.open(PICTURE_CACHE);
  await cache.put(url, response);
  const db = await database();
  await db.put("pictures", { url, bytes });
  return bytes;
}

/** A picture that its own server does not give, or not soon, is no reason to stop. */
async function loadPicture(url: string, signal: AbortSignal): Promise<Response | null> {
  const late = AbortSignal.timeout(LONGEST_PICTURE);
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, late]) });
    // Read to its end here: what stops half-way is late as well.
    return response.ok ? new Response(await response.blob(), response) : null;
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) return null;
    throw new NetworkError(error);
  }
}

/** Ask again when the server says it is too busy. */
async function withRetry<Data>(
  request: () => Promise<Data>,
  signal: AbortSignal,
): Promise<Data> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 429)) throw error;
    await pause(1000 * (error.retryAfter ?? 10), signal);
    return await request();
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}
