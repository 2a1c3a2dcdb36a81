// Sends a line of the log: noted -> under way -> confirmed or refused. What may still arrive
// another time waits in shared storage.
import { type Line, mustKeepOrder } from "@/lib/pending";
import { mayStillArrive } from "./deliver";
import { confirm, handOver, isBehindWaiting, remove, restamp, sharedLog } from "./log";

const underWay = new Map<Line, Promise<unknown>>();

/** Returns the answer, or null if the line waits on this device. `apply` makes it part of what
 * the server said. Throws if the server refuses: then the line is rolled back. */
export function send<Answer>(
  line: Line,
  request: () => Promise<Answer>,
  apply: () => void,
): Promise<Answer | null> {
  const before = [...underWay].filter(([one]) => mustKeepOrder(one.change, line.change));
  const turn = Promise.allSettled(before.map(([, end]) => end));
  const end = turn
    .then(() => sendNow(before.length > 0 ? restamp(line) : line, request, apply))
    .finally(() => underWay.delete(line));
  underWay.set(line, end);
  return end;
}

export const isAnyUnderWay = (): boolean => underWay.size > 0;

async function sendNow<Answer>(
  line: Line,
  request: () => Promise<Answer>,
  apply: () => void,
): Promise<Answer | null> {
  const mustWait = globalThis.navigator?.onLine === false || isBehindWaiting(line.change);
  if (mustWait && (await isKept(line))) return null;
  try {
    const answer = await request();
    confirm([line], apply);
    return answer;
  } catch (error) {
    if (mayStillArrive(error) && (await isKept(line))) return null;
    remove([line.id]);
    throw error;
  }
}

async function isKept(line: Line): Promise<boolean> {
  const outbox = await sharedLog().catch(() => null);
  // Not even that part of the app can be loaded: the note stays for the next start.
  if (outbox === null) return true;
  try {
    await outbox.keep(line);
    handOver(line);
    return true;
  } catch {
    // A browser may refuse to keep anything: then the change is rolled back, visibly.
    return false;
  }
}
