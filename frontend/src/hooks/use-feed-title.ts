import { useFeeds } from "./use-feeds";

/** Returns what the reader calls a feed. */
export function useFeedTitle(): (feedId: number) => string {
  const feeds = useFeeds();
  return (feedId) => feeds.get(feedId)?.title ?? "";
}
