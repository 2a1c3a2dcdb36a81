// Brings the answers to what was asked early into the cache, for the first render.
import type { QueryClient } from "@tanstack/react-query";
import { earlyRequests } from "@/api/early";
import { firstList, HEALTH_ADDRESS, ME_ADDRESS } from "@/lib/early";
import { pause } from "@/lib/pause";
import { recalledPreferences } from "@/lib/recalled";
import { meQuery } from "./account";
import { entriesQuery } from "./entries";
import { countsQuery, statusQuery, subscriptionsQuery } from "./feeds";
import { healthQuery } from "./health-query";

// The outline of the page is shown meanwhile, so little is lost by rendering only once.
const LONGEST = 400;

const early: { data?: Promise<unknown> } = {};

export function takeEarlyAnswers(client: QueryClient, address: Location): void {
  if (!earlyRequests.has(ME_ADDRESS)) return;
  const list = firstList(address, recalledPreferences());
  early.data = allInTime([
    client.prefetchQuery(meQuery),
    list && client.prefetchInfiniteQuery(entriesQuery(list)),
    client.prefetchQuery(subscriptionsQuery),
    client.prefetchQuery(countsQuery),
  ]);
}

/** Return when the answers are there, or it is time to render what is. */
export async function earlyAnswers(): Promise<void> {
  await early.data;
}

/** The same for the page about health, which alone asks for these. */
export async function earlyHealth(client: QueryClient): Promise<void> {
  if (!earlyRequests.has(HEALTH_ADDRESS)) return;
  await allInTime([client.prefetchQuery(healthQuery), client.prefetchQuery(statusQuery)]);
}

function allInTime(requests: unknown[]): Promise<unknown> {
  return Promise.race([Promise.all(requests), pause(LONGEST)]);
}
