// Ties this browser to the server's push key. Used by pages and by the service worker.
import { api, ask } from "@/api/client";
import { bytesOf, isMadeFor } from "./push-keys";

/** Subscribe if need be, and let the server know. The same again changes nothing. */
export async function subscribeToPush(manager: PushManager): Promise<void> {
  const { public_key: key } = await ask(api.GET("/api/v1/push/key"));
  const known = await manager.getSubscription();
  const isGood = known !== null && isMadeFor(known.options.applicationServerKey, key);
  if (known && !isGood) await known.unsubscribe();
  const subscription =
    known && isGood
      ? known
      : await manager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const body = { endpoint, keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } };
  await ask(api.POST("/api/v1/push/subscriptions", { body }));
}
