// Marks, highlights and notes that wait until the server can be reached. They survive the
// page, and are sent by whoever comes first: a page, or the service worker.
import { api, ask } from "@/api/client";
import { ApiError } from "@/api/errors";
import type { Mark } from "@/lib/marks";
import {
  type AllReadWish,
  deliverAllRead,
  deliverHighlight,
  type HighlightWish,
  mayStillArrive,
  type Wish,
} from "@/queries/deliver";
import { type MarkedEntry, tell } from "./channel";
import { database } from "./database";
import { holdsAgainst, type Intent, intentsOf, registerOf, tagOf, withWishes } from "./merge";
import { alone } from "./one-at-a-time";
import { isOwners } from "./ownership";
import { worthSending } from "./wishes";

export const SYNC_TAG = "tidings-outbox";
const LOCK = "tidings-outbox";
const MOST_AT_ONCE = 1000;
const PATIENCE = 30_000;

export interface Waiting {
  marks: Intent[];
  wishes: HighlightWish[];
  allRead: AllReadWish[];
}

interface Outcome {
  entries: MarkedEntry[];
  refused: number;
  /** What the server could not do just now: it waits on, but holds up nothing else. */
  trouble: unknown;
}

/** Keep a wish until the server can be reached. */
export async function keep(wish: Wish): Promise<void> {
  if (wish.kind === "mark") await keepMark(wish.mark, wish.at);
  else if (wish.kind === "highlight") await (await database()).add("wishes", wish.wish);
  else await (await database()).add("allRead", wish.wish);
  tell({ kind: "outbox" });
}

/** A mark made at a moment: an older one for the same thing gives way. */
async function keepMark(mark: Mark, at: number): Promise<void> {
  const work = (await database()).transaction("marks", "readwrite");
  for (const intent of intentsOf(mark, at)) {
    const register = registerOf(intent);
    if (holdsAgainst(intent, await work.store.get(register))) {
      await work.store.put(intent, register);
    }
  }
  await work.done;
}

export async function waiting(): Promise<Waiting> {
  const db = await database();
  return {
    marks: await db.getAll("marks"),
    wishes: await db.getAll("wishes"),
    allRead: await db.getAll("allRead"),
  };
}

export async function countWaiting(): Promise<number> {
  const db = await database();
  const counts = ["marks", "wishes", "allRead"] as const;
  const found = await Promise.all(counts.map((store) => db.count(store)));
  return found.reduce((sum, count) => sum + count, 0);
}

/** Send what waits. Throws if the server cannot be reached; then everything left waits on. */
export async function sendWaiting(): Promise<void> {
  await alone(LOCK, async () => {
    if ((await countWaiting()) === 0 || !(await isOwners())) return;
    const outcome: Outcome = { entries: [], refused: 0, trouble: null };
    try {
      await sendAllRead(outcome);
      await sendMarks(outcome);
      await sendWishes(outcome);
    } finally {
      tell({ kind: "sent", ...(await settled(outcome)) });
    }
    if (outcome.trouble) throw outcome.trouble;
  });
}

async function sendAllRead(outcome: Outcome): Promise<void> {
  const db = await database();
  for (const key of await db.getAllKeys("allRead")) {
    const wish = await db.get("allRead", key);
    const isDone = wish && (await isSettled(() => deliverAllRead(wish), outcome));
    if (isDone) await db.delete("allRead", key);
  }
}

async function sendMarks(outcome: Outcome): Promise<void> {
  const marks = (await waiting()).marks.sort((a, b) => a.at - b.at);
  for (let start = 0; start < marks.length; start += MOST_AT_ONCE) {
    await sendPart(marks.slice(start, start + MOST_AT_ONCE), outcome);
  }
}

async function sendPart(marks: Intent[], outcome: Outcome): Promise<void> {
  try {
    const body = { sent_at: Date.now() * 1000, intents: marks.map(onTheWire) };
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await ask(api.POST("/api/v1/entries/sync", { body, signal }));
    outcome.entries.push(...answer.entries);
    outcome.refused += answer.results.filter((result) => result === "refused").length;
  } catch (error) {
    if (isTrouble(error)) {
      outcome.trouble = error;
      return;
    }
    if (mayStillArrive(error)) throw error;
    // One bad wish must not hold up the others: halve until it stands alone, and drop it.
    if (marks.length > 1) {
      const middle = Math.ceil(marks.length / 2);
      await sendPart(marks.slice(0, middle), outcome);
      await sendPart(marks.slice(middle), outcome);
      return;
    }
    outcome.refused += 1;
  }
  await removeSent(marks);
}

function onTheWire({ entryId, field, value, at }: Intent) {
  const tag = tagOf(field);
  const wish = { entry_id: entryId, value, at };
  if (tag !== null) return { ...wish, field: "tag" as const, tag };
  return { ...wish, field: field === "read" ? ("read" as const) : ("starred" as const) };
}

async function removeSent(marks: Intent[]): Promise<void> {
  const work = (await database()).transaction("marks", "readwrite");
  for (const mark of marks) {
    const known = await work.store.get(registerOf(mark));
    // Another one for the same thing, made while this one was on its way, stays.
    if (known?.at === mark.at) await work.store.delete(registerOf(mark));
  }
  await work.done;
}

async function sendWishes(outcome: Outcome): Promise<void> {
  const db = await database();
  const keys = await db.getAllKeys("wishes");
  const wishes = await Promise.all(keys.map((key) => db.get("wishes", key)));
  const sendable = new Set(worthSending(wishes.filter((wish) => wish !== undefined)));
  const waitOn = new Set<string>(); // later wishes for these must not overtake earlier ones
  for (const [index, key] of keys.entries()) {
    const wish = wishes[index];
    if (wish && waitOn.has(wish.id)) continue;
    const isDone = !wish || !sendable.has(wish) || (await isWishSettled(wish, outcome));
    if (isDone) await db.delete("wishes", key);
    else waitOn.add(wish.id);
  }
}

async function isWishSettled(wish: HighlightWish, outcome: Outcome): Promise<boolean> {
  const before = outcome.refused;
  const isDone = await isSettled(() => deliverHighlight(wish), outcome);
  // Gone already is what a deletion wants.
  if (wish.kind === "delete") outcome.refused = before;
  return isDone;
}

/** Whether the server took or refused it; throws if it cannot be reached. */
async function isSettled(request: () => Promise<void>, outcome: Outcome): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    if (isTrouble(error)) {
      outcome.trouble = error;
      return false;
    }
    if (mayStillArrive(error)) throw error;
    outcome.refused += 1;
    return true;
  }
}

/** The server answers, but cannot do this one thing. */
function isTrouble(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 500 && error.status !== 503;
}

/** How the entries are now, with what was marked while the answer was on its way. */
async function settled({ entries, refused }: Outcome) {
  const { marks } = await waiting();
  return { refused, entries: entries.map((entry) => withWishes(entry, marks)) };
}
