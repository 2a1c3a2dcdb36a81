import { formatAgo } from "@/lib/ago";
import { loadMessages, useLanguage, useMessages } from "@/lib/i18n";
import type { FeedTimes } from "@/lib/next-check";

/** Return a function that says why a feed is not checked now, though somebody asked for it.
 * The words are loaded when they are first needed, which is seldom. */
export function useNotNowText(): (feed: FeedTimes) => Promise<string> {
  const language = useLanguage();
  const sayTime = useMessages("time");
  return async (feed) => {
    const [say, { notNowText }] = await Promise.all([
      loadMessages(language, "health"),
      import("@/lib/next-check"),
    ]);
    const now = Date.now() * 1000;
    const ago = (at: number) => formatAgo(sayTime, language, at, now);
    return notNowText(say, { now, ago }, feed);
  };
}
