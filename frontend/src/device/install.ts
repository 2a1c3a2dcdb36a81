// Whether the browser offers to install the app. It says so early, and only once.
import { createShared, useShared } from "@/lib/shared-value";

interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: "accepted" | "dismissed" }>;
}

const offered = createShared<InstallPrompt | null>(null);

export function watchInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offered.set(event as InstallPrompt);
  });
  addEventListener("appinstalled", () => offered.set(null));
}

/** Returns how to install; null: the browser offers no way that we could open. */
export function useInstall(): (() => Promise<void>) | null {
  const offer = useShared(offered);
  if (offer === null) return null;
  return async () => {
    await offer.prompt();
    offered.set(null);
  };
}

export function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}
