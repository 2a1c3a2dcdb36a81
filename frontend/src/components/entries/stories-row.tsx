import { Link } from "@tanstack/react-router";
import type { Story } from "@/api/types";
import { FeedIcon } from "@/components/feeds/feed-icon";
import { Badge } from "@/components/ui/badge";
import { useMessages } from "@/lib/i18n";
import { TimeAgo } from "./time-ago";

const MOST_ICONS = 6;

/** A story in the list: what it is, who reports it, what is new in it. */
export function StoryRow({ story }: { story: Story }) {
  const say = useMessages("stories");
  const { lead, feeds } = story;
  return (
    <Link
      to="/stories/$id"
      params={{ id: String(story.id) }}
      className="-mx-3 block rounded-md px-3 py-3.5 hover:bg-hover"
    >
      <span
        dir="auto"
        className={`line-clamp-3 text-lg leading-snug wrap-anywhere ${story.unread > 0 ? "font-semibold" : "text-soft"}`}
      >
        {lead.title || lead.excerpt || <TimeAgo at={lead.sort_at} />}
      </span>
      {lead.excerpt && lead.title && (
        <span dir="auto" className="mt-0.5 line-clamp-2 text-sm text-soft">
          {lead.excerpt}
        </span>
      )}
      <span className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        <span className="flex items-center gap-1.5">
          {feeds.slice(0, MOST_ICONS).map((feed) => (
            <span key={feed.id} title={feed.title} className="inline-flex">
              <FeedIcon feedId={feed.id} title={feed.title} />
            </span>
          ))}
        </span>
        <span>{say("outlets", { count: feeds.length })}</span>
        {story.unread > 0 && <Badge>{say("unread", { count: story.unread })}</Badge>}
        <TimeAgo at={story.last_at} />
      </span>
    </Link>
  );
}
