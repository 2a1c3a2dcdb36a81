// The cache of everything the server said, and when it is asked again.
import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/errors";

const FRESH = 60_000;
const MOST_RETRIES = 2;
const LONGEST_WAIT = 10; // seconds

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH,
        retry: (failures, error) => failures < MOST_RETRIES && isWorthRetrying(error),
        retryDelay: (failures, error) => 1_000 * (patienceOf(error) ?? 2 ** failures),
        // Live events bring what changed; asking on every focus would only shift the list.
        refetchOnWindowFocus: false,
        // A request is tried even when the browser thinks it is offline: it is often wrong
        // about home networks, and the service worker may answer.
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
}

function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status >= 500 || error.status === 408 || patienceOf(error) !== null;
}

/** Return after how many seconds the server takes requests again, if that is soon. */
function patienceOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 429) return null;
  const { retryAfter } = error;
  return retryAfter !== null && retryAfter <= LONGEST_WAIT ? retryAfter : null;
}
