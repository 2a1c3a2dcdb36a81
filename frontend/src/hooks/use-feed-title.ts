import { useMemo } from "react";
import { useSubscriptions } from "@/queries/feeds";

/** Returns what the reader calls a feed. */
export function useFeedTitle(): (feedId: number) => string {
  const { data } = useSubscriptions();
  return useMemo(() => {
    const titles = new Map(data?.map((one) => [one.feed_id, one.title]));
    return (feedId) => titles.get(feedId) ?? "";
  }, [data]);
}
