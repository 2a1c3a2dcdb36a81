// Lets the cache follow the live events, and reports the state of the connection.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Entry, Job } from "@/api/types";
import { announce, follow } from "@/device/follow";
import { doubt } from "@/device/log/log";
import type { Arrival } from "@/lib/arrivals";
import { meQuery } from "@/queries/account";
import { loadArrivals } from "@/queries/arrivals";
import { keys } from "@/queries/keys";
import { CONNECTION_KEY } from "@/queries/live-state";
import { applyAllRead, applyMark, feedsIn, haveTags } from "@/queries/patch-cache";
import { type Changes, changesOf, type Stale } from "./apply-event";
import { openLiveEvents } from "./live-events";
import { createRowRefresher } from "./row-refresher";
import { throttled } from "./throttled";

const MOST_ARRIVALS = 1000;
const STALE_KEYS: Record<Stale, readonly unknown[]> = {
  counts: keys.counts,
  entries: keys.entryLists,
  folders: keys.folders,
  subscriptions: keys.subscriptions,
  tags: keys.tags,
  searches: keys.searches,
  status: keys.status,
  jobs: keys.jobs,
  highlights: keys.highlights,
  health: keys.health,
  rules: ["rules"],
  webhooks: ["webhooks"],
  publications: ["publications"],
  digests: ["digests"],
  stories: keys.stories,
  me: keys.me,
};

type JobNews = NonNullable<Changes["job"]>;

interface Listeners {
  /** What rules and webhooks notify the reader of. */
  onNotice: (notice: Record<string, unknown>) => void;
  onJob: (job: JobNews) => void;
}

/** Called once, by the shell. */
export function useRealtime({ onNotice, onJob }: Listeners): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresher = createRefresher(client);
    const rows = createRowRefresher(client);
    const close = openLiveEvents({
      onEvent: (event) => {
        const changes = changesOf(event);
        applyChanges(client, changes, refresher.add);
        rows.add(changes.entries);
        if (changes.stale.includes("entries")) {
          rows.addAll();
          void client.invalidateQueries({ queryKey: keys.openEntries });
        }
        if (event.kind === "reset") void catchUp(client);
        if (changes.notice) onNotice(changes.notice);
        if (changes.job) onJob(changes.job);
      },
      onState: (connection) => {
        client.setQueryData(CONNECTION_KEY, connection);
        if (connection.state === "live") lookAgainAtWhatWaits(client);
      },
      // Whoever is no longer signed in is led to the sign-in page by the answer.
      onRefused: () => void client.prefetchQuery({ ...meQuery, staleTime: 0 }),
    });
    const stopFollowing = follow((happening) => {
      if (happening.kind !== "doubted") return;
      rows.add(happening.ids);
      for (const id of happening.ids)
        void client.invalidateQueries({ queryKey: keys.entry(id) });
    });
    return () => {
      close();
      stopFollowing();
      refresher.stop();
      rows.stop();
    };
  }, [client, onNotice, onJob]);
}

function applyChanges(
  client: QueryClient,
  changes: Changes,
  stale: (...parts: Stale[]) => void,
) {
  let areAllKnown = true;
  for (const mark of changes.marks) {
    doubt(mark);
    areAllKnown = applyMark(client, mark) === mark.ids.length && areAllKnown;
  }
  // The counts were patched already if every marked entry was known here; but an answer on
  // its way may be older than that.
  const isPatched =
    changes.marks.length > 0 &&
    areAllKnown &&
    client.isFetching({ queryKey: keys.counts }) === 0;
  stale(...changes.stale.filter((part) => !(isPatched && part === "counts")));
  if (changes.marks.some((mark) => haveTags(client, mark.ids))) stale("tags");
  const { arrived, allRead, job } = changes;
  if (allRead) {
    const feedIds = feedsIn(client, allRead.place);
    applyAllRead(client, feedIds, ({ id }) => id <= allRead.upTo);
  }
  if (job) followJob(client, job);
  if (arrived) {
    client.setQueryData<readonly Arrival[]>(keys.arrivals, (before = []) =>
      [...before, { ...arrived, at: Date.now() }].slice(-MOST_ARRIVALS),
    );
  }
  for (const id of changes.entries) void client.invalidateQueries({ queryKey: keys.entry(id) });
  if (changes.entries.length > 0) announce({ kind: "changed", ids: changes.entries });
  if (arrived || changes.stale.includes("entries")) announce({ kind: "arrived" });
}

/** What came between the answer of an open entry and the stream was sent to nobody. */
function lookAgainAtWhatWaits(client: QueryClient) {
  void client.invalidateQueries({
    queryKey: keys.openEntries,
    predicate: ({ state }) => isWaiting(state.data as Entry | undefined),
  });
}

function isWaiting(entry: Entry | undefined): boolean {
  return (
    entry?.full_text_state === "coming" ||
    entry?.summary?.state === "pending" ||
    entry?.deframed?.state === "pending"
  );
}

/** Too much was missed to be sent: look for what came meanwhile. */
async function catchUp(client: QueryClient): Promise<void> {
  const asked = Date.now();
  const found = await loadArrivals().catch(() => null);
  if (found === null) return;
  client.setQueryData<readonly Arrival[]>(keys.arrivals, (before = []) => [
    ...found.filter(({ at }) => at < asked),
    ...before.filter(({ at }) => at >= asked),
  ]);
}

/** Patches how far a job is; that it ended is only true together with its result. */
function followJob(client: QueryClient, { state, ...job }: JobNews) {
  const hasEnded = state === "done" || state === "failed";
  client.setQueryData<Job>(
    keys.job(job.id),
    (before) => before && { ...before, ...job, state: hasEnded ? before.state : state },
  );
  if (hasEnded) void client.invalidateQueries({ queryKey: keys.job(job.id) });
}

/** Gathers what is stale for a moment: a refresh of many feeds is one request, not hundreds. */
function createRefresher(client: QueryClient) {
  const throttles = new Map<Stale, ReturnType<typeof throttled>>();
  const paceOf = (part: Stale) => {
    const throttle = throttles.get(part) ?? throttled(() => reload(client, part));
    throttles.set(part, throttle);
    return throttle;
  };
  return {
    add: (...parts: Stale[]) => {
      for (const part of parts) paceOf(part).ask();
    },
    stop: () => {
      for (const throttle of throttles.values()) throttle.stop();
    },
  };
}

function reload(client: QueryClient, part: Stale): Promise<void> {
  // A list on screen keeps its rows where they are; it is loaded when next opened.
  const refetchType = part === "entries" ? "none" : "active";
  return client.invalidateQueries({ queryKey: STALE_KEYS[part], refetchType });
}
