// Long work under way: live events report how far it is, asking now and then makes sure.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, ask } from "@/api/client";
import type { Job } from "@/api/types";
import { jobInReadersWords } from "@/lib/readers-words";
import { keys } from "./keys";

const PAUSE = 2_000;
// What imports, rules and the like may have changed when they are done.
const CHANGED = [
  keys.subscriptions,
  keys.folders,
  keys.counts,
  keys.tags,
  keys.searches,
  keys.entryLists,
  keys.highlights,
  keys.me,
  ["rules"],
  ["webhooks"],
  ["publications"],
  ["digests"],
];

/** Return a job as it is now; undefined: none was begun. */
export function useFollowedJob(begun: Job | undefined): Job | undefined {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: keys.job(begun?.id ?? ""),
    queryFn: async ({ signal }) => {
      const params = { path: { job_id: begun?.id ?? "" } };
      return jobInReadersWords(await ask(api.GET("/api/v1/jobs/{job_id}", { params, signal })));
    },
    ...(begun ? { initialData: begun } : {}),
    enabled: begun !== undefined,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? PAUSE : false),
  });
  const job = begun && data;
  const hasEnded = job !== undefined && !isUnderWay(job);
  useEffect(() => {
    if (!hasEnded) return;
    for (const queryKey of CHANGED) void client.invalidateQueries({ queryKey });
  }, [client, hasEnded]);
  return job;
}

export function isUnderWay(job: Pick<Job, "state"> | undefined): boolean {
  return job?.state === "waiting" || job?.state === "running";
}
