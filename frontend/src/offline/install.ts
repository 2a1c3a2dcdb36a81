// Whether the browser offers to install the app. It says so early, and only once.
import { useSyncExternalStore } from "react";

interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: "accepted" | "dismissed" }>;
}

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();

export function watchInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    set(event as InstallPrompt);
  });
  addEventListener("appinstalled", () => set(null));
}

/** Returns how to install; null: the browser offers no way that we could open. */
export function useInstall(): (() => Promise<void>) | null {
  const offer = useSyncExternalStore(subscribe, () => offered);
  if (offer === null) return null;
  return async () => {
    await offer.prompt();
    set(null);
  };
}

export function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}

function set(next: InstallPrompt | null): void {
  offered = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
