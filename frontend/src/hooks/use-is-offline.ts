import { useSyncExternalStore } from "react";
import type { Connection } from "@/lib/connection";
import { useOfConnection } from "@/queries/live-state";

// One break is nothing: the next try mostly succeeds.
const BREAKS = 2;

/** Whether the server is out of reach, as far as one can tell. */
export function useIsOffline(): boolean {
  const isCut = useSyncExternalStore(subscribe, () => !navigator.onLine);
  const isLost = useOfConnection(seemsLost);
  return isCut || isLost;
}

function seemsLost(connection: Connection): boolean {
  const failures = "failures" in connection ? connection.failures : 0;
  return connection.state === "offline" || failures >= BREAKS;
}

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}
