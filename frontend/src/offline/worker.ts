// Registers the service worker, and says when a newer one waits for its turn.
import type { ToPage, ToWorker } from "@/device/worker-messages";

const LOOK_EVERY = 60 * 60_000;

interface Listeners {
  /** A new version is ready; calling `use` reloads this page with it. */
  onUpdate: (use: () => void) => void;
  onMessage: (message: ToPage) => void;
}

interface Update {
  isRequested: boolean;
}

export async function registerWorker({ onUpdate, onMessage }: Listeners): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const { serviceWorker } = navigator;
  const update = { isRequested: false }; // by this page, which then reloads by itself
  serviceWorker.addEventListener("message", ({ data }: MessageEvent<ToPage>) =>
    onMessage(data),
  );
  reloadWithNewVersion(serviceWorker, update, onUpdate);
  try {
    const registration = await serviceWorker.register("/sw.js", { scope: "/" });
    watch(registration, update, onUpdate);
    setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY);
  } catch {
    // No secure connection, or forbidden: the app works, but only with a network.
  }
}

function watch(
  registration: ServiceWorkerRegistration,
  update: Update,
  onUpdate: Listeners["onUpdate"],
): void {
  const offer = () => {
    const { waiting } = registration;
    // Without a controller this is the first worker: there is no old version to leave.
    if (!waiting || !navigator.serviceWorker.controller) return;
    const message: ToWorker = { kind: "take-over" };
    onUpdate(() => {
      update.isRequested = true;
      waiting.postMessage(message);
    });
  };
  registration.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", offer),
  );
  offer();
}

function reloadWithNewVersion(
  serviceWorker: ServiceWorkerContainer,
  update: Update,
  onUpdate: Listeners["onUpdate"],
): void {
  let hadController = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    if (update.isRequested) location.reload();
    // Another page took the new version: this one may hold unsaved words, so it asks.
    else if (hadController) onUpdate(() => location.reload());
    hadController = true;
  });
}
