// The shared part of the log: changes that wait until the server can be reached. They survive
// every page, and are flushed by whoever comes first: a page, or the service worker.
import { api, ask } from "@/api/client";
import { ApiError } from "@/api/errors";
import { broadcast, type MarkedEntry } from "@/device/channel";
import { database } from "@/device/database";
import { isOwners } from "@/device/ownership";
import { withLock } from "@/device/with-lock";
import { type Intent, merge, registerOf, tagOf } from "@/lib/intents";
import { type HighlightChange, intentsIn, type Line } from "@/lib/pending";
import { deliverAllRead, mayStillArrive } from "./deliver";
import { deliverHighlight } from "./deliver-highlight";

export const SYNC_TAG = "tidings-outbox";
const LOCK = "tidings-outbox";
const MOST_AT_ONCE = 1000;
const PATIENCE = 30_000;

interface Outcome {
  confirmed: Line[];
  refused: Line[];
  entries: MarkedEntry[]; // as the server has them after the marks
  /** What the server could not do just now: it waits on, but holds up nothing else. */
  trouble: unknown;
}

/** Keep a line until the server can be reached. */
export async function keep(line: Line): Promise<void> {
  await (await database()).put("log", line);
  broadcast({ kind: "outbox" });
}

/** Return all that waits, the oldest first. */
export async function waitingLines(): Promise<Line[]> {
  return (await (await database()).getAll("log")).sort((one, other) => one.at - other.at);
}

/** Send what waits. Throws if the server cannot be reached; then everything left waits on. */
export async function sendWaiting(): Promise<void> {
  await withLock(LOCK, async () => {
    const lines = await waitingLines();
    if (lines.length === 0 || !(await isOwners())) return;
    const outcome: Outcome = { confirmed: [], refused: [], entries: [], trouble: null };
    try {
      await sendAllRead(lines, outcome);
      await sendMarks(lines, outcome);
      await sendHighlights(lines, outcome);
    } finally {
      const { confirmed, refused, entries } = outcome;
      broadcast({ kind: "sent", confirmed, refused, entries });
    }
    if (outcome.trouble) throw outcome.trouble;
  });
}

async function sendAllRead(lines: readonly Line[], outcome: Outcome): Promise<void> {
  for (const line of lines) {
    const { change } = line;
    if (change.kind === "all-read")
      await settle(line, () => deliverAllRead(change.allRead), outcome);
  }
}

/** Of each register only the newest intent is sent: it covers the lines before it. */
async function sendMarks(lines: readonly Line[], outcome: Outcome): Promise<void> {
  const marks = lines.filter(({ change }) => change.kind === "mark");
  const intents = [...merge(new Map(), marks.flatMap(intentsIn)).values()];
  const [sent, refused] = [new Set<string>(), new Set<string>()];
  try {
    for (let start = 0; start < intents.length; start += MOST_AT_ONCE) {
      const part = intents.slice(start, start + MOST_AT_ONCE);
      await sendPart(part, { sent, refused }, outcome);
    }
  } finally {
    for (const line of marks) {
      const registers = intentsIn(line).map(registerOf);
      if (!registers.every((register) => sent.has(register))) continue;
      const isRefused = registers.some((register) => refused.has(register));
      await drop(line, isRefused ? outcome.refused : outcome.confirmed);
    }
  }
}

interface Registers {
  sent: Set<string>;
  refused: Set<string>;
}

async function sendPart(
  intents: Intent[],
  registers: Registers,
  outcome: Outcome,
): Promise<void> {
  try {
    await sync(intents, registers, outcome);
  } catch (error) {
    if (isTrouble(error)) {
      outcome.trouble = error;
      return;
    }
    if (mayStillArrive(error)) throw error;
    // One bad mark must not hold up the others: halve until it stands alone, and drop it.
    if (intents.length > 1) {
      const middle = Math.ceil(intents.length / 2);
      await sendPart(intents.slice(0, middle), registers, outcome);
      await sendPart(intents.slice(middle), registers, outcome);
      return;
    }
    for (const intent of intents) registers.refused.add(registerOf(intent));
  }
  for (const intent of intents) registers.sent.add(registerOf(intent));
}

async function sync(
  intents: Intent[],
  { refused }: Registers,
  outcome: Outcome,
): Promise<void> {
  const body = { sent_at: Date.now() * 1000, intents: intents.map(onTheWire) };
  const signal = AbortSignal.timeout(PATIENCE);
  const answer = await ask(api.POST("/api/v1/entries/sync", { body, signal }));
  outcome.entries.push(...answer.entries);
  intents.forEach((intent, index) => {
    if (answer.results[index] === "refused") refused.add(registerOf(intent));
  });
}

function onTheWire({ entryId, field, value, at, version }: Intent) {
  const tag = tagOf(field);
  const intent = { entry_id: entryId, value, at };
  if (tag !== null) return { ...intent, field: "tag" as const, tag };
  if (field === "read") return { ...intent, field: "read" as const };
  return { ...intent, field: "starred" as const, ...(version ? { version } : {}) };
}

async function sendHighlights(lines: readonly Line[], outcome: Outcome): Promise<void> {
  const deleted = deletions(lines);
  const waitOn = new Set<string>(); // later changes of these must not overtake earlier ones
  for (const line of lines) {
    if (line.change.kind !== "highlight") continue;
    const { highlight } = line.change;
    if (waitOn.has(highlight.id)) continue;
    // Nothing is changed shortly before it is deleted.
    const isNeedless =
      highlight.kind === "change" && line.at < (deleted.get(highlight.id) ?? 0);
    const request = () => (isNeedless ? Promise.resolve() : deliver(highlight));
    if (!(await settle(line, request, outcome))) waitOn.add(highlight.id);
  }
}

function deletions(lines: readonly Line[]): Map<string, number> {
  return new Map(
    lines.flatMap(({ change, at }) =>
      change.kind === "highlight" && change.highlight.kind === "delete"
        ? [[change.highlight.id, at]]
        : [],
    ),
  );
}

async function deliver(highlight: HighlightChange): Promise<void> {
  try {
    await deliverHighlight(highlight);
  } catch (error) {
    // Gone already is what a deletion is for.
    if (highlight.kind !== "delete" || mayStillArrive(error)) throw error;
  }
}

/** Whether the server confirmed or refused it; throws if it cannot be reached. */
async function settle(
  line: Line,
  request: () => Promise<void>,
  outcome: Outcome,
): Promise<boolean> {
  try {
    await request();
    await drop(line, outcome.confirmed);
  } catch (error) {
    if (isTrouble(error)) {
      outcome.trouble = error;
      return false;
    }
    if (mayStillArrive(error)) throw error;
    await drop(line, outcome.refused);
  }
  return true;
}

async function drop(line: Line, settled: Line[]): Promise<void> {
  await (await database()).delete("log", line.id);
  settled.push(line);
}

/** The server answers, but cannot do this one thing. */
function isTrouble(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 500 && error.status !== 503;
}
