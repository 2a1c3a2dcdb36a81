// What the sidebar changes: order, folders, refreshing, leaving a feed.
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { Folder, Subscription } from "@/api/types";
import { keys } from "./keys";

/** Look for new entries in one feed. */
export function useRefreshFeed() {
  return useMutation({
    mutationFn: (feed_id: number) =>
      ask(api.POST("/api/v1/feeds/{feed_id}/refresh", { params: { path: { feed_id } } })),
  });
}

/** Look for new entries in all feeds. */
export function useRefreshAll() {
  return useMutation({ mutationFn: () => ask(api.POST("/api/v1/feeds/refresh")) });
}

export interface Move {
  id: number;
  /** The folder it goes into; null: none. */
  folderId: number | null;
  /** New positions, of the moved one and of any that make room for it. */
  positions: readonly { id: number; position: number }[];
}

export function useMoveSubscription() {
  return useMove<Subscription>(
    keys.subscriptions,
    (one, { folderId }) => ({ ...one, folder_id: folderId }),
    async (move) => {
      const changes = new Map(
        move.positions.map(({ id, position }) => [id, { position }] as const),
      );
      const own = { ...changes.get(move.id), folder_id: move.folderId };
      for (const [id, body] of new Map<number, object>([...changes, [move.id, own]])) {
        const path = { subscription_id: id };
        await ask(
          api.PATCH("/api/v1/subscriptions/{subscription_id}", { params: { path }, body }),
        );
      }
    },
  );
}

export function useMoveFolder() {
  return useMove<Folder>(
    keys.folders,
    (one, { folderId }) => ({ ...one, parent_id: folderId }),
    async (move) => {
      const items = move.positions.map((one) =>
        one.id === move.id ? { ...one, parent_id: move.folderId } : one,
      );
      await ask(api.POST("/api/v1/folders/reorder", { body: { items } }));
    },
  );
}

/** Shown at once; if the server refuses, everything is as it was. */
function useMove<Row extends { id: number; position: number }>(
  key: readonly unknown[],
  place: (row: Row, move: Move) => Row,
  send: (move: Move) => Promise<void>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onMutate: async (move: Move) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<Row[]>(key);
      const positions = new Map(move.positions.map((one) => [one.id, one.position]));
      client.setQueryData<Row[]>(key, (rows) =>
        rows?.map((row) => {
          const moved = { ...row, position: positions.get(row.id) ?? row.position };
          return row.id === move.id ? place(moved, move) : moved;
        }),
      );
      return before;
    },
    onError: (_error, _move, before) => client.setQueryData(key, before),
    onSettled: () => loadTreeAgain(client),
  });
}

/** Leave a feed. Its entries vanish from the lists when they are next loaded. */
export function useUnsubscribe() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (subscriptionId: number) => {
      const path = { subscription_id: subscriptionId };
      return ask(api.DELETE("/api/v1/subscriptions/{subscription_id}", { params: { path } }));
    },
    onSuccess: (_data, subscriptionId) => {
      client.setQueryData<Subscription[]>(keys.subscriptions, (rows) =>
        rows?.filter((one) => one.id !== subscriptionId),
      );
      void client.invalidateQueries({ queryKey: keys.entryLists, refetchType: "none" });
      loadTreeAgain(client);
    },
  });
}

/** Take leaving back. */
export function useRestoreSubscriptions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[]) =>
      ask(api.POST("/api/v1/subscriptions/restore", { body: { ids } })),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: keys.entryLists });
      void client.invalidateQueries({ queryKey: keys.health });
      loadTreeAgain(client);
    },
  });
}

export function useNewFolder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => ask(api.POST("/api/v1/folders", { body: { name } })),
    onSettled: () => loadTreeAgain(client),
  });
}

export function useSaveSearch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; query: string }) =>
      ask(api.POST("/api/v1/searches", { body })),
    onSettled: () => client.invalidateQueries({ queryKey: keys.searches }),
  });
}

function loadTreeAgain(client: QueryClient): void {
  for (const queryKey of [keys.subscriptions, keys.folders, keys.counts]) {
    void client.invalidateQueries({ queryKey });
  }
}
