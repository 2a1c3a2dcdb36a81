// How a wish is sent without being lost: written down first, and struck out when the server
// has answered, or when the queue on this device has taken it.
import { noteDown } from "@/offline/journal";
import { mayStillArrive, type Wish } from "./deliver";

/** Throws only if the wish will never be fulfilled. */
export async function sendSafely(wish: Wish, request: () => Promise<void>): Promise<void> {
  await sendNoted(wish, noteDown(wish), request);
}

/** The same for a wish that is written down already. */
export async function sendNoted(
  wish: Wish,
  strike: () => void,
  request: () => Promise<void>,
): Promise<void> {
  if (globalThis.navigator?.onLine === false && (await isKept(wish, strike))) return;
  try {
    await request();
    strike();
  } catch (error) {
    if (mayStillArrive(error) && (await isKept(wish, strike))) return;
    strike();
    throw error;
  }
}

async function isKept(wish: Wish, strike: () => void): Promise<boolean> {
  const outbox = await import("@/offline/outbox").catch(() => null);
  // Not even that part of the app can be loaded: the note stays for the next start.
  if (outbox === null) return true;
  try {
    await outbox.keep(wish);
    strike();
    return true;
  } catch {
    // A browser may refuse to keep anything: then the wish is taken back, visibly.
    return false;
  }
}
