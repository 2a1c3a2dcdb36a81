// The reader's feeds by their number: looked up once for all rows, not once by each.
import { createContext, use, useMemo } from "react";
import type { Subscription } from "@/api/types";
import { useSubscriptions } from "@/queries/feeds";

type Feeds = ReadonlyMap<number, Subscription>;

export const FeedsContext = createContext<Feeds>(new Map());

/** For the one that gives them to all others. */
export function useKnownFeeds(): Feeds {
  const { data } = useSubscriptions();
  return useMemo(() => new Map(data?.map((one) => [one.feed_id, one])), [data]);
}

export function useFeeds(): Feeds {
  return use(FeedsContext);
}
