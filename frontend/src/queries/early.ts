// Brings the answers to what was asked early into the cache, for the first drawing.
import type { QueryClient } from "@tanstack/react-query";
import { earlyRequests } from "@/api/early";
import { firstList, HEALTH_ADDRESS, ME_ADDRESS } from "@/lib/early";
import { pause } from "@/lib/pause";
import { recalledPreferences } from "@/lib/recalled";
import { meQuery } from "./account";
import { entriesQuery } from "./entries";
import { countsQuery, statusQuery, subscriptionsQuery } from "./feeds";
import { healthQuery } from "./health-query";

// The outline of the page stands there meanwhile, so little is lost by drawing only once.
const LONGEST = 400;

let answers: Promise<unknown> = Promise.resolve();

export function takeEarlyAnswers(client: QueryClient, address: Location): void {
  if (!earlyRequests.has(ME_ADDRESS)) return;
  const list = firstList(address, recalledPreferences());
  const all = Promise.all([
    client.prefetchQuery(meQuery),
    list && client.prefetchInfiniteQuery(entriesQuery(list)),
    client.prefetchQuery(subscriptionsQuery),
    client.prefetchQuery(countsQuery),
  ]);
  answers = Promise.race([all, pause(LONGEST)]);
}

/** Return when the answers are there, or it is time to draw what is. */
export function earlyAnswers(): Promise<unknown> {
  return answers;
}

/** The same for the page about health, which alone asks for these. */
export async function earlyHealth(client: QueryClient): Promise<void> {
  if (!earlyRequests.has(HEALTH_ADDRESS)) return;
  const all = Promise.all([
    client.prefetchQuery(healthQuery),
    client.prefetchQuery(statusQuery),
  ]);
  await Promise.race([all, pause(LONGEST)]);
}
