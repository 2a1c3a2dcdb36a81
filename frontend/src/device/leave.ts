// Leaving: nothing of an account stays on a device that its reader has signed out of.
import { shutStore } from "@/lib/local-store";
import { countChanges, pendingOf } from "@/lib/pending";
import { showBadge } from "./badge";
import { broadcast } from "./channel";
import { dropForGood, dropReading } from "./database";
import { linesThat } from "./log/log";
import { keep, sendWaiting, waitingLines } from "./log/outbox";

// The look and language of the sign-in page; they say nothing about what was read.
const LOOK = /^tidings\.preferences$/;
// Who signs in has these already; what closed pages had noted is theirs or goes by itself.
const OF_NEWCOMER = /^tidings\.(preferences$|account$|pending\.)/;

/** Send what waits, while there still is a session; what is under way, once more. Returns how
 * much the server did not take. */
export async function beforeSignOut(): Promise<number> {
  for (const line of linesThat("noted")) await keep(line);
  await sendWaiting().catch(() => undefined);
  return countChanges(pendingOf(await waitingLines()));
}

export async function afterSignOut(): Promise<void> {
  // First: whoever still fills the store must stop.
  broadcast({ kind: "wiped" });
  shutStore();
  forgetNames(LOOK);
  await endPush().catch(() => undefined);
  await dropForGood();
}

/** Somebody else signed in where one had not signed out. */
export async function makeRoom(): Promise<void> {
  forgetNames(OF_NEWCOMER);
  await endPush().catch(() => undefined);
}

/** The session ended by itself: entries go, but marks wait for their owner to come back. */
export async function sessionEnded(): Promise<void> {
  broadcast({ kind: "wiped" });
  await takeBackNotices().catch(() => undefined);
  await dropReading();
}

function forgetNames(kept: RegExp): void {
  for (const store of [localStorage, sessionStorage]) {
    for (const name of Object.keys(store)) {
      if (name.startsWith("tidings.") && !kept.test(name)) store.removeItem(name);
    }
  }
}

/** The server ends it with the session; the browser need not listen either. */
async function endPush(): Promise<void> {
  await takeBackNotices();
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** What is shown outside the pages mentions entries, too: the icon and the notifications. */
async function takeBackNotices(): Promise<void> {
  await showBadge(0);
  const registration = await navigator.serviceWorker?.getRegistration();
  const shown = (await registration?.getNotifications()) ?? [];
  for (const notification of shown) notification.close();
}
