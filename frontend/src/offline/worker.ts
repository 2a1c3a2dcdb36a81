// Registers the service worker, and says when a newer one waits for its turn.
import type { ToPage, ToWorker } from "@/device/worker-messages";

const LOOK_EVERY = 60 * 60_000;

interface Listeners {
  /** A new version is ready; calling `use` reloads this page with it. */
  onUpdate: (use: () => void) => void;
  onMessage: (message: ToPage) => void;
}

export async function registerWorker({ onUpdate, onMessage }: Listeners): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data }: MessageEvent<ToPage>) =>
    onMessage(data),
  );
  reloadWithNewVersion(serviceWorker, onUpdate);
  try {
    const registration = await serviceWorker.register("/sw.js", { scope: "/" });
    watch(registration, onUpdate);
    setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY);
  } catch {
    // No secure connection, or forbidden: the app works, but only with a network.
  }
}

function watch(registration: ServiceWorkerRegistration, onUpdate: Listeners["onUpdate"]): void {
  const offer = () => {
    const { waiting } = registration;
    // Without a controller this is the first worker: there is no old version to leave.
    if (!waiting || !navigator.serviceWorker.controller) return;
    const wish: ToWorker = { kind: "take-over" };
    onUpdate(() => {
      isWished = true;
      waiting.postMessage(wish);
    });
  };
  registration.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", offer),
  );
  offer();
}

let isWished = false;

function reloadWithNewVersion(
  serviceWorker: ServiceWorkerContainer,
  onUpdate: Listeners["onUpdate"],
): void {
  let hadController = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (isWished) location.reload();
    // Another page took the new version: this one may hold unsaved words, so it asks.
    else if (hadController) onUpdate(() => location.reload());
    hadController = true;
  });
}
