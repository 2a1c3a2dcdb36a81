// What the management pages change: subscriptions in bulk, folders, searches, tags.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { components } from "@/api/schema";
import type { SavedSearch } from "@/api/types";
import { keys } from "./keys";
import { markFeedRead } from "./mark-all";
import { patiently } from "./patiently";
import { useChange } from "./use-change";

type Schemas = components["schemas"];

const TREE = [keys.subscriptions, keys.folders, keys.counts, keys.health];

export function useChangeSubscription() {
  return useChange(TREE, ({ id, ...body }: { id: number } & Schemas["SubscriptionChanges"]) =>
    ask(
      api.PATCH("/api/v1/subscriptions/{subscription_id}", {
        params: { path: { subscription_id: id } },
        body,
      }),
    ),
  );
}

export function useMoveMany() {
  return useChange(TREE, (body: { ids: number[]; folder_id: number | null }) =>
    ask(api.POST("/api/v1/subscriptions/bulk", { body: { ...body, unsubscribe: false } })),
  );
}

export function useLeaveMany() {
  return useChange([...TREE, keys.entryLists], (ids: number[]) =>
    ask(api.POST("/api/v1/subscriptions/bulk", { body: { ids, unsubscribe: true } })),
  );
}

/** One request for each but for checks; `told` hears after each how many are done. Returns how
 * many failed. */
export function useDoForEach() {
  const client = useQueryClient();
  return useChange([...TREE, keys.entryLists], (wish: EachWish) => doForEach(client, wish));
}

export type EachDeed =
  | { kind: "refresh" }
  | { kind: "enable" }
  | { kind: "mark-read" }
  | { kind: "interval"; interval: number | null };

interface EachWish {
  deed: EachDeed;
  feedIds: readonly number[];
  told: (done: number) => void;
}

async function doForEach(
  client: QueryClient,
  { deed, feedIds, told }: EachWish,
): Promise<number> {
  // Who may ask for checks one by one is soon refused: each makes other servers work.
  if (deed.kind === "refresh") {
    await ask(api.POST("/api/v1/feeds/refresh", { body: { feed_ids: [...feedIds] } }));
    return 0;
  }
  let failed = 0;
  for (const [place, feedId] of feedIds.entries()) {
    await patiently(() => doFor(client, feedId, deed)).catch(() => {
      failed += 1;
    });
    told(place + 1);
  }
  return failed;
}

type OneByOne = Exclude<EachDeed, { kind: "refresh" }>;

function doFor(client: QueryClient, feed_id: number, deed: OneByOne): Promise<unknown> {
  const params = { path: { feed_id } };
  if (deed.kind === "enable")
    return ask(api.POST("/api/v1/feeds/{feed_id}/enable", { params }));
  if (deed.kind === "mark-read") return markFeedRead(client, feed_id);
  const body = { interval: deed.interval };
  return ask(api.PATCH("/api/v1/feeds/{feed_id}/settings", { params, body }));
}

export function useChangeFolder() {
  return useChange(TREE, ({ id, ...body }: { id: number } & Schemas["FolderChanges"]) =>
    ask(
      api.PATCH("/api/v1/folders/{folder_id}", { params: { path: { folder_id: id } }, body }),
    ),
  );
}

export function useDeleteFolder() {
  return useChange(TREE, (folder_id: number) =>
    ask(api.DELETE("/api/v1/folders/{folder_id}", { params: { path: { folder_id } } })),
  );
}

export function useChangeSearch() {
  return useChange(
    [keys.searches],
    ({ id, ...body }: { id: string } & Schemas["SearchChanges"]) =>
      ask(api.PATCH("/api/v1/searches/{id}", { params: { path: { id } }, body })),
  );
}

export function useDeleteSearch() {
  return useChange([keys.searches], (id: string) =>
    ask(api.DELETE("/api/v1/searches/{id}", { params: { path: { id } } })),
  );
}

/** The new order shows at once. */
export function useReorderSearches() {
  const client = useQueryClient();
  return useChange([keys.searches], (ids: string[]) => {
    client.setQueryData<SavedSearch[]>(keys.searches, (rows) => rows && inOrder(rows, ids));
    return ask(api.POST("/api/v1/searches/reorder", { body: { ids } }));
  });
}

export function useRenameTag() {
  return useChange(
    [keys.tags, keys.counts, keys.entryLists],
    (wish: { id: number; name: string }) =>
      ask(
        api.PATCH("/api/v1/tags/{id}", {
          params: { path: { id: wish.id } },
          body: { name: wish.name },
        }),
      ),
  );
}

export function useDeleteTag() {
  return useChange([keys.tags, keys.counts, keys.entryLists], (id: number) =>
    ask(api.DELETE("/api/v1/tags/{id}", { params: { path: { id } } })),
  );
}

/** Return rows by a list of ids; those that are not in it come after, as they were. */
export function inOrder<Row extends { id: string }>(
  rows: readonly Row[],
  ids: readonly string[],
): Row[] {
  const place = (row: Row) => (ids.includes(row.id) ? ids.indexOf(row.id) : ids.length);
  return [...rows].sort((one, other) => place(one) - place(other));
}
