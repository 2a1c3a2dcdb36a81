// The installation as a whole, for its administrators.
import {
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { everyPage, PAGE_LIMIT, pageQuery } from "@/api/every-page";
import type { components } from "@/api/schema";
import type { Job } from "@/api/types";
import { endInReadersWords } from "@/lib/readers-words";
import { keys } from "./keys";

type Schemas = components["schemas"];
export type User = Schemas["User"];
export type Invite = Schemas["Invite"];
export type CleanUp = Schemas["CleanUp"];
export type FeedLine = Schemas["FeedLine"];
export type OwnedJob = Schemas["OwnedJob"];

const usersKey = ["admin", "users"] as const;
const invitesKey = ["admin", "invites"] as const;

const usersQuery = queryOptions({
  queryKey: usersKey,
  queryFn: ({ signal }) =>
    everyPage((cursor) => {
      const query = { limit: PAGE_LIMIT, ...(cursor ? { cursor } : {}) };
      return ask(api.GET("/api/v1/users", { params: { query }, signal }));
    }),
});
const invitesQuery = queryOptions({
  queryKey: invitesKey,
  queryFn: ({ signal }) =>
    everyPage((cursor) =>
      ask(api.GET("/api/v1/invites", { params: { query: pageQuery(cursor) }, signal })),
    ),
});
const cleanUpsQuery = queryOptions({
  queryKey: ["admin", "clean-ups"],
  queryFn: async ({ signal }) => {
    const params = { query: { limit: 100 } };
    return (await ask(api.GET("/api/v1/admin/cleanup-log", { params, signal }))).items;
  },
});
const sizesQuery = queryOptions({
  queryKey: ["admin", "database-sizes"],
  queryFn: async ({ signal }) => {
    const params = { query: { days: 400 } };
    return (await ask(api.GET("/api/v1/admin/database-sizes", { params, signal }))).items;
  },
});

export const useUsers = () => useQuery(usersQuery);
export const useInvites = () => useQuery(invitesQuery);
export const useCleanUps = () => useQuery(cleanUpsQuery);
export const useDatabaseSizes = () => useQuery(sizesQuery);

/** Everybody's jobs; asked again while one goes on: events report one's own only. */
export function useAllJobs() {
  return useInfiniteQuery({
    queryKey: [...keys.jobs, "everybody"],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: 50, ...(pageParam ? { cursor: pageParam } : {}) };
      const page = await ask(api.GET("/api/v1/admin/jobs", { params: { query }, signal }));
      return { ...page, items: await Promise.all(page.items.map(endInReadersWords)) };
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: ({ state }) => {
      const jobs = state.data?.pages.flatMap((page) => page.items) ?? [];
      return jobs.every(isOver) ? false : 5_000;
    },
  });
}

/** A job that was begun here, until it is over; live events may not come through. */
export function useFollowedJob(begun: Job | undefined) {
  const { data } = useQuery({
    queryKey: keys.job(begun?.id ?? ""),
    enabled: begun !== undefined,
    queryFn: async ({ signal }) => {
      const params = { path: { job_id: begun?.id ?? "" } };
      return endInReadersWords(await ask(api.GET("/api/v1/jobs/{job_id}", { params, signal })));
    },
    refetchInterval: ({ state }) => (isOver(state.data) ? false : 1_500),
  });
  return data ?? begun;
}

function isOver(job: { state: Job["state"] } | undefined): boolean {
  return job?.state === "done" || job?.state === "failed";
}

/** All feeds, page by page: an installation may have very many. */
export function useAllFeeds() {
  return useInfiniteQuery({
    queryKey: ["admin", "feeds"],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_LIMIT, ...(pageParam ? { cursor: pageParam } : {}) };
      return ask(api.GET("/api/v1/feeds", { params: { query }, signal }));
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

export function useAddUser() {
  return useChange(usersKey, (body: Schemas["UserToAdd"]) =>
    ask(api.POST("/api/v1/users", { body })),
  );
}

export function useChangeUser() {
  return useChange(usersKey, ({ id, ...body }: { id: number } & Schemas["UserChanges"]) =>
    ask(api.PATCH("/api/v1/users/{id}", { params: { path: { id } }, body })),
  );
}

export function useDeleteUser() {
  return useChange(usersKey, (id: number) =>
    ask(api.DELETE("/api/v1/users/{id}", { params: { path: { id } } })),
  );
}

export function useInvite() {
  return useChange(invitesKey, (body: Schemas["Invitation"]) =>
    ask(api.POST("/api/v1/invites", { body })),
  );
}

export function useWithdrawInvite() {
  return useChange(invitesKey, (id: string) =>
    ask(api.DELETE("/api/v1/invites/{id}", { params: { path: { id } } })),
  );
}

export function useVacuum() {
  return useChange(keys.jobs, (_: undefined) => ask(api.POST("/api/v1/admin/vacuum")));
}

export function useCheckFeed() {
  return useChange(["admin", "feeds"], (feed_id: number) =>
    ask(api.POST("/api/v1/feeds/{feed_id}/refresh", { params: { path: { feed_id } } })),
  );
}

export function useDisableFeed() {
  return useChange(["admin", "feeds"], (feed_id: number) =>
    ask(api.POST("/api/v1/feeds/{feed_id}/disable", { params: { path: { feed_id } } })),
  );
}

export function useDeleteFeed() {
  return useChange(["admin", "feeds"], (feed_id: number) =>
    ask(api.DELETE("/api/v1/feeds/{feed_id}", { params: { path: { feed_id } } })),
  );
}

export function useEnableFeed() {
  return useChange(["admin", "feeds"], (feed_id: number) =>
    ask(api.POST("/api/v1/feeds/{feed_id}/enable", { params: { path: { feed_id } } })),
  );
}

function useChange<Variables, Answer>(
  queryKey: readonly string[],
  mutationFn: (variables: Variables) => Promise<Answer>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
}
