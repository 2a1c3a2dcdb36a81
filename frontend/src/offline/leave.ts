// Leaving: nothing of an account stays on a device that its reader has signed out of.
import { shutStore } from "@/lib/local-store";
import { tell } from "./channel";
import { dropForGood, dropReading } from "./database";
import { unanswered } from "./journal";
import { keep, sendWaiting } from "./outbox";

// The look and language of the sign-in page; they tell nothing of what was read.
const KEPT_NAMES = ["tidings.preferences"];

/** Send what waits, while there still is a session; what is under way, once more. */
export async function beforeSignOut(): Promise<void> {
  for (const wish of unanswered()) await keep(wish);
  await sendWaiting();
}

export async function afterSignOut(): Promise<void> {
  // First: whoever still fills the store must stop.
  tell({ kind: "wiped" });
  shutStore();
  forgetNames();
  await endPush().catch(() => undefined);
  await dropForGood();
}

/** The session ended by itself: entries go, but marks wait for their owner to come back. */
export async function sessionEnded(): Promise<void> {
  tell({ kind: "wiped" });
  await dropReading();
}

function forgetNames(): void {
  for (const store of [localStorage, sessionStorage]) {
    for (const name of Object.keys(store)) {
      if (name.startsWith("tidings.") && !KEPT_NAMES.includes(name)) store.removeItem(name);
    }
  }
}

/** The server ends it with the session; the browser need not listen either. */
async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  await navigator.clearAppBadge?.();
}
