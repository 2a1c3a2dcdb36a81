// The log of pending changes: marks, "all read" and highlights that the server has not
// confirmed. A line is noted, then under way (send.ts), then it is confirmed, or refused
// and rolled back. One that cannot be sent waits in storage that all pages share
// (outbox.ts). What is shown is what the server said with this log laid over it.
//
// Lines of this page are in local storage before anything is sent, so whoever closes the page
// loses nothing. One note for each page: pages never write into each other's.

import { announce } from "@/device/follow";
import { nextMoment } from "@/lib/intents";
import { forget, recall, remember } from "@/lib/local-store";
import type { Mark } from "@/lib/marks";
import {
  type Change,
  contradicted,
  type Line,
  type Marked,
  mustKeepOrder,
  type Pending,
  pendingOf,
} from "@/lib/pending";
import { createShared } from "@/lib/shared-value";

interface Logged {
  line: Line;
  // Noted: this page alone has it. Confirmed: it stays above an older line that is pending yet.
  state: "noted" | "waiting" | "confirmed";
  apply: () => void;
}

/** How the names of the notes begin. */
export const BEGIN = "pending.";
/** The name of the note of this page. */
export const page = `${BEGIN}${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;

const log = new Map<string, Logged>();
const settled = new Set<string>(); // shared storage may still name them
const doubted = new Map<string, readonly number[]>(); // entries by line
const nothing = () => undefined;
let lastMoment = 0;

/** The log as it is now: another object whenever it has changed. */
export const pending = createShared<Pending>(pendingOf([]));

/** Append a line; `before` are its entries as the server has them. */
export function note(change: Change, before: readonly Marked[] = []): Line {
  // While this page is there, its note is its own: the browser releases the lock with it.
  if (lastMoment === 0)
    void globalThis.navigator?.locks?.request(page, () => new Promise(nothing));
  const at = momentNow();
  const line = {
    id: `${page}.${at}`,
    owner: account(),
    at,
    change,
    before,
  };
  log.set(line.id, { line, state: "noted", apply: nothing });
  changed();
  return line;
}

/** Return a line as if it was made now: it had to wait for others, which the server may have
 * carried out, and timed, after it was made. Lines that wait for it stay later than it. */
export function restamp(line: Line): Line {
  const logged = log.get(line.id);
  if (!logged) return line;
  const moved = [logged];
  const later = [...log.values()]
    .filter((one) => one.state === "noted" && one.line.at > logged.line.at)
    .sort((one, other) => one.line.at - other.line.at);
  for (const one of later)
    if (moved.some((before) => mustKeepOrder(before.line.change, one.line.change)))
      moved.push(one);
  // The server counts microseconds: what it did within this millisecond was earlier.
  for (const one of moved) one.line = { ...one.line, at: momentNow(Date.now() + 1) };
  changed();
  return logged.line;
}

/** Later than every other line, those of other pages too, as far as they are known. */
function momentNow(milliseconds = Date.now()): number {
  const newest = pending.get().lines.at(-1)?.at ?? 0;
  lastMoment = nextMoment(Math.max(lastMoment, newest), milliseconds);
  return lastMoment;
}

/** Take lines out that are refused or undone: what the server said shows again. */
export function remove(ids: readonly string[]): void {
  settle(ids, nothing);
}

/** Take lines out that the server has confirmed; `apply` makes them part of what it said. */
export function confirm(lines: readonly Line[], apply: () => void): void {
  settle(
    lines.map(({ id }) => id),
    apply,
  );
  for (const line of lines) {
    if (isAboveOlder(line)) log.set(line.id, { line, state: "confirmed", apply });
  }
  changed();
}

function settle(ids: readonly string[], apply: () => void): void {
  for (const id of ids) {
    log.delete(id);
    settled.add(id);
  }
  apply();
  for (const [id, { line, state, apply: again }] of log) {
    if (state !== "confirmed") continue;
    again();
    if (!isAboveOlder(line)) log.delete(id);
  }
  changed();
  const ofDoubt = ids.flatMap((id) => doubted.get(id) ?? []);
  for (const id of ids) doubted.delete(id);
  if (ofDoubt.length > 0) announce({ kind: "doubted", ids: ofDoubt });
}

/** Whether a line was confirmed before an older one that says otherwise. */
function isAboveOlder({ change, at }: Line): boolean {
  return [...log.values()].some(
    ({ line, state }) =>
      state !== "confirmed" &&
      line.at < at &&
      change.kind === "mark" &&
      contradicted(line.change, change.mark).length > 0,
  );
}

/** News from the server contradict what is pending: which is newer, only the server knows. */
export function doubt(news: Mark): void {
  for (const { id, change } of pending.get().lines) {
    const ids = contradicted(change, news);
    if (ids.length > 0) doubted.set(id, [...(doubted.get(id) ?? []), ...ids]);
  }
}

/** Lines that wait in shared storage, for whoever flushes it next. Those of another account
 * are none of ours. */
export function addWaiting(lines: Iterable<Line>): void {
  const owner = account();
  for (const line of lines) {
    if (line.owner === owner && !log.has(line.id) && !settled.has(line.id))
      log.set(line.id, { line, state: "waiting", apply: nothing });
  }
  changed();
}

/** A line of this page is in shared storage now. */
export function handOver({ id }: Line): void {
  const logged = log.get(id);
  if (logged) logged.state = "waiting";
  changed();
}

/** Return the lines that this page noted, or that wait in shared storage. */
export function linesThat(state: "noted" | "waiting"): Line[] {
  return [...log.values()].filter((one) => one.state === state).map(({ line }) => line);
}

/** Whether a highlight cannot be changed yet, because what was done before to it waits. */
export function isBehindWaiting(change: Change): boolean {
  return (
    change.kind === "highlight" &&
    linesThat("waiting").some((line) => mustKeepOrder(line.change, change))
  );
}

/** Let the lines know how the server has their entries now. */
export function rebase(change: <Item extends Marked>(entry: Item) => Item): void {
  if (log.size === 0) return;
  for (const logged of log.values()) {
    const { line } = logged;
    logged.line = { ...line, before: line.before.map(change) };
  }
  changed();
}

let hydrating: Promise<void> | null = null;

/** Wait until the lines of earlier visits are known here. */
export function hydrated(): Promise<void> {
  hydrating ??= hydrate().catch(nothing);
  return hydrating;
}

async function hydrate(): Promise<void> {
  if (recall("waiting")) addWaiting(await (await sharedLog()).waitingLines());
}

export const sharedLog = () => import("./outbox");

function account(): number | null {
  return (recall("account") as { id?: number } | null)?.id ?? null;
}

function changed(): void {
  const own = linesThat("noted");
  if (own.length > 0) remember(page, own);
  else forget(page);
  pending.set(pendingOf([...log.values()].map(({ line }) => line)));
}
