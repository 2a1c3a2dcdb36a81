// What came while no event could report it.
import { api, ask, serverMicroseconds } from "@/api/client";
import type { Arrival } from "@/lib/arrivals";

const MOST = 200;

/** Return when the newest unread entries came; what was read elsewhere is no news. */
export async function loadArrivals(): Promise<Arrival[]> {
  const query = { unread: true, limit: MOST };
  const { items } = await ask(api.GET("/api/v1/entries", { params: { query } }));
  const ahead = serverMicroseconds(0);
  return items.map(({ id: lastId, feed_id: feedId, received_at }) => ({
    feedId,
    count: 1,
    lastId,
    at: (received_at - ahead) / 1000,
  }));
}
