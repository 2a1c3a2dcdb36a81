// Questions that have an answer without a network: what is kept on this device gives it.
import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { NetworkError, NotKeptError } from "@/api/errors";
import { hydrated } from "@/device/log/log";
import { keys } from "./keys";

type Store = typeof import("@/device/store");

// A server that takes longer will not answer: half a network is worse than none.
const PATIENCE = 15_000;

// Lists and entries that are shown from what is kept, until the server answers again.
const fromKept = new Set<string>();

interface Asked {
  queryKey: QueryKey;
  signal: AbortSignal;
}

/** Ask the server; if no answer comes, look at what is kept here. Nothing is shown before what
 * is pending from earlier visits is known: it would flicker back. */
export async function orKept<Data>(
  { queryKey, signal }: Asked,
  request: (signal: AbortSignal) => Promise<Data>,
  kept: (store: Store) => Promise<Data>,
): Promise<Data> {
  try {
    const [answer] = await Promise.all([request(patient(signal)), hydrated()]);
    fromKept.delete(hashKey(queryKey));
    return answer;
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const answer = await lookUp(kept, error);
    fromKept.add(hashKey(queryKey));
    return answer;
  }
}

/** The same for answers that are shown whole: the one on screen has followed every event. */
export function orKnown<Data>(
  asked: Asked & { client: QueryClient },
  request: (signal: AbortSignal) => Promise<Data>,
  kept: (store: Store) => Promise<Data>,
): Promise<Data> {
  const known = () => asked.client.getQueryData<Data>(asked.queryKey);
  return orKept(asked, request, async (store) => known() ?? (await kept(store)));
}

async function lookUp<Data>(
  kept: (store: Store) => Promise<Data>,
  unreachable: NetworkError,
): Promise<Data> {
  try {
    await hydrated();
    return await kept(await import("@/device/store"));
  } catch (error) {
    // A browser that keeps nothing says no more than that the server is away.
    throw error instanceof NotKeptError ? error : unreachable;
  }
}

export function patient(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
}

export const hasKeptAnswers = () => fromKept.size > 0;

/** The server answers again: ask for what was shown from here. Lists keep their rows. */
export function askAgain(client: QueryClient): void {
  void client.invalidateQueries({
    predicate: ({ queryHash, queryKey }) =>
      fromKept.has(queryHash) && queryKey[0] !== keys.entryLists[0],
  });
  void client.refetchQueries({
    predicate: ({ queryKey, state }) =>
      queryKey[0] === keys.entryLists[0] && state.error instanceof NetworkError,
  });
}
