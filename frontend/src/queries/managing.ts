// What the management pages change: subscriptions in bulk, folders, searches, tags.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { components } from "@/api/schema";
import type { SavedSearch } from "@/api/types";
import { keys } from "./keys";
import { markFeedRead } from "./mark-all";
import { useChange } from "./use-change";
import { withRetry } from "./with-retry";

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

/** Mute a feed or folder: out of the list of everything unread; or take it in again. */
export function useMute() {
  return useChange(
    [...TREE, keys.entryLists],
    ({
      kind,
      id,
      muted,
    }: {
      kind: "feed" | "folder";
      id: number;
      muted: boolean;
    }): Promise<unknown> =>
      kind === "feed"
        ? ask(
            api.PATCH("/api/v1/subscriptions/{subscription_id}", {
              params: { path: { subscription_id: id } },
              body: { muted },
            }),
          )
        : ask(
            api.PATCH("/api/v1/folders/{folder_id}", {
              params: { path: { folder_id: id } },
              body: { muted },
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

/** One request for each but for checks; `onProgress` gets the number done after each.
 * Returns how many failed. */
export function useDoForEach() {
  const client = useQueryClient();
  return useChange([...TREE, keys.entryLists], (request: EachRequest) =>
    doForEach(client, request),
  );
}

export type EachAction =
  | { kind: "refresh" }
  | { kind: "enable" }
  | { kind: "mark-read" }
  | { kind: "interval"; interval: number | null };

interface EachRequest {
  action: EachAction;
  feedIds: readonly number[];
  onProgress: (done: number) => void;
}

async function doForEach(
  client: QueryClient,
  { action, feedIds, onProgress }: EachRequest,
): Promise<number> {
  // Who may ask for checks one by one is soon refused: each makes other servers work.
  if (action.kind === "refresh") {
    await ask(api.POST("/api/v1/feeds/refresh", { body: { feed_ids: [...feedIds] } }));
    return 0;
  }
  let failed = 0;
  for (const [place, feedId] of feedIds.entries()) {
    await withRetry(() => doFor(client, feedId, action)).catch(() => {
      failed += 1;
    });
    onProgress(place + 1);
  }
  return failed;
}

type OneByOne = Exclude<EachAction, { kind: "refresh" }>;

function doFor(client: QueryClient, feed_id: number, action: OneByOne): Promise<unknown> {
  const params = { path: { feed_id } };
  if (action.kind === "enable")
    return ask(api.POST("/api/v1/feeds/{feed_id}/enable", { params }));
  if (action.kind === "mark-read") return markFeedRead(client, feed_id);
  const body = { interval: action.interval };
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
    (change: { id: number; name: string }) =>
      ask(
        api.PATCH("/api/v1/tags/{id}", {
          params: { path: { id: change.id } },
          body: { name: change.name },
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
