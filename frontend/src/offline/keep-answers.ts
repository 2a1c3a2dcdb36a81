// Keeps the server's answers that pages cannot do without, as they come and change.
import type { Query, QueryClient } from "@tanstack/react-query";
import type { Entry } from "@/api/types";
import { writeFact, writeText } from "@/device/store";

// First part of the key -> name of the fact.
const WHOLE: Readonly<Record<string, string>> = {
  counts: "counts",
  subscriptions: "subscriptions",
  folders: "folders",
  tags: "tags",
  searches: "searches",
};
const PAUSE = 500;

interface Surroundings {
  onAnswer: (query: Query) => void;
  /** Until the store is the reader's own, nothing is written to it. */
  isReady: () => Promise<void>;
}

/** Receive each new answer, and keep those that are needed without a network. */
export function keepAnswers(client: QueryClient, { onAnswer, isReady }: Surroundings): void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  // While one marks quickly, only the last state is written.
  const later = (query: Query) => {
    clearTimeout(timers.get(query.queryHash));
    timers.set(
      query.queryHash,
      setTimeout(() => {
        timers.delete(query.queryHash);
        // Whoever signed out meanwhile leaves nothing behind.
        if (client.getQueryCache().get(query.queryHash) !== query) return;
        void isReady()
          .then(() => keep(query))
          .catch(() => undefined);
      }, PAUSE),
    );
  };
  const notice = (query: Query) => {
    if (isNeeded(query)) later(query);
    onAnswer(query);
  };
  for (const query of client.getQueryCache().getAll()) {
    if (query.state.data !== undefined) notice(query);
  }
  client.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success") notice(event.query);
  });
}

function isNeeded({ queryKey: [name, part] }: Query): boolean {
  return String(name) in WHOLE || name === "entry" || (name === "highlights" && part === "all");
}

async function keep({ queryKey: [name], state: { data } }: Query): Promise<void> {
  if (data === undefined) return;
  if (name === "entry") await writeText(data as Entry);
  else await writeFact(WHOLE[String(name)] ?? "highlights", data);
}
