// Brings the answers to what was asked early into the cache, for the first drawing.
import type { QueryClient } from "@tanstack/react-query";
import { firstList, ME_ADDRESS, wasAskedEarly } from "@/lib/early";
import { recalledPreferences } from "@/lib/recalled";
import { meQuery } from "./account";
import { entriesQuery } from "./entries";
import { countsQuery, subscriptionsQuery } from "./feeds";

export function takeEarlyAnswers(client: QueryClient, address: Location): void {
  if (!wasAskedEarly(ME_ADDRESS)) return;
  const list = firstList(address, recalledPreferences());
  void client.prefetchQuery(meQuery);
  if (list) void client.prefetchInfiniteQuery(entriesQuery(list));
  void client.prefetchQuery(subscriptionsQuery);
  void client.prefetchQuery(countsQuery);
}
