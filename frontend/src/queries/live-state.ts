// What the live connection has reported, for whoever shows it.
import { useQuery } from "@tanstack/react-query";
import type { Arrival } from "@/lib/arrivals";
import { type Connection, START } from "@/lib/connection";
import { keys } from "./keys";

export const CONNECTION_KEY = ["connection"] as const;
const NO_ARRIVALS: readonly Arrival[] = [];

export function useConnection(): Connection {
  const { data } = useQuery<Connection>({ queryKey: CONNECTION_KEY, enabled: false });
  return data ?? START;
}

/** What `choose` finds in the connection: rendered again only when that changes. */
export function useOfConnection<Found>(choose: (connection: Connection) => Found): Found {
  const { data } = useQuery<Connection, Error, Found>({
    queryKey: CONNECTION_KEY,
    enabled: false,
    // So that its first report renders nothing again.
    placeholderData: START,
    select: choose,
  });
  return data ?? choose(START);
}

/** What has arrived; a list announces what came after it was loaded. */
export function useArrivals(): readonly Arrival[] {
  const { data } = useQuery<readonly Arrival[]>({ queryKey: keys.arrivals, enabled: false });
  return data ?? NO_ARRIVALS;
}
