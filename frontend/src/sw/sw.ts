// The service worker: keeps the app itself at hand, so that it opens without a network,
// shows the pictures that were kept, sends what waits, and shows what was pushed.
// Answers of the API are never cached here: what is kept of them, pages keep on purpose.
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { PICTURE_CACHE } from "@/device/database";
import { SYNC_TAG, sendWaiting } from "@/device/log/outbox";
import type { ToWorker } from "@/device/worker-messages";
import { listenToPush } from "./push";

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
const page = createHandlerBoundToURL("/index.html");
// Pages that the server makes are not the app.
const MADE_BY_SERVER =
  /^\/(about|api|p|rss|pages|hooks|metrics|healthz|readyz|fever|v1|reader|accounts|mcp)(\/|\.|$)/;
registerRoute(new NavigationRoute(page, { denylist: [MADE_BY_SERVER] }));

// Pictures and icons of feeds: those that were kept, and the others as ever.
registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin && request.destination === "image" && url.pathname.startsWith("/api/v1/"),
  async ({ request, url }) => {
    const cache = await caches.open(PICTURE_CACHE);
    return (await cache.match(url.pathname + url.search)) ?? (await fetch(request));
  },
);

self.addEventListener("message", (event: ExtendableMessageEvent) => {
  const message = event.data as ToWorker;
  if (message.kind === "take-over") event.waitUntil(self.skipWaiting());
});

// The first worker looks after the pages that are open already.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("sync", (event) => {
  const { tag, waitUntil } = event as ExtendableEvent & { tag: string };
  if (tag === SYNC_TAG) waitUntil.call(event, sendWaiting());
});

listenToPush();
