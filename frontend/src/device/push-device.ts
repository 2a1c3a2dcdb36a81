// Notifications on this device: may it, does it, switch it on and off.

import { api, ask } from "@/api/client";
import { everyPage, pageQuery } from "@/api/every-page";
import { recall, remember } from "@/lib/local-store";
import { subscribeToPush } from "./subscribe-push";

/** `blocked`: the reader said no to the browser, and only there can say yes again. */
export type PushState = "unsupported" | "blocked" | "off" | "on";

const WANTED = "push";

export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

export async function pushState(): Promise<PushState> {
  if (!canPush()) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  // Without a worker, as in development, nothing could receive it.
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return "unsupported";
  const subscription = await registration.pushManager.getSubscription();
  return subscription && recall(WANTED) === true ? "on" : "off";
}

/** Ask the browser for permission, then subscribe. Returns the state afterwards. */
export async function switchPushOn(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return await pushState();
  const { pushManager } = await navigator.serviceWorker.ready;
  await subscribeToPush(pushManager);
  remember(WANTED, true);
  return await pushState();
}

/** The server first: a browser it does not know of is not written to. */
export async function switchPushOff(): Promise<PushState> {
  const items = await everyPage((cursor) =>
    ask(api.GET("/api/v1/push/subscriptions", { params: { query: pageQuery(cursor) } })),
  );
  for (const { id } of items.filter((one) => one.is_this_session)) {
    const params = { path: { subscription_id: id } };
    await ask(api.DELETE("/api/v1/push/subscriptions/{subscription_id}", { params }));
  }
  remember(WANTED, false);
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  return await pushState();
}

/** On each start: keys and sessions change, and the server must know the present ones. */
export async function renewPush(): Promise<void> {
  if (!canPush() || Notification.permission !== "granted" || recall(WANTED) !== true) return;
  await subscribeToPush((await navigator.serviceWorker.ready).pushManager);
}
