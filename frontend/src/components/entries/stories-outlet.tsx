import { Link } from "@tanstack/react-router";
import { EllipsisVertical, ExternalLink, Split } from "lucide-react";
import type { StoryItem } from "@/api/types";
import { FeedIcon } from "@/components/feeds/feed-icon";
import { Badge } from "@/components/ui/badge";
import { buttonClasses } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { MenuItem } from "@/components/ui/menu-items";
import { isSameTitle } from "@/lib/entry-ai";
import { useMessages } from "@/lib/i18n";
import { ScoreBars } from "./ai-scores";
import { TimeAgo } from "./time-ago";

interface OutletCardProps {
  item: StoryItem;
  isFirst: boolean;
  onTakeOut: () => void;
}

/** How one outlet reports it: its title, the neutral one beside it, and how it is framed. */
export function OutletCard({ item: { feed, entry }, isFirst, onTakeOut }: OutletCardProps) {
  const say = useMessages("stories");
  const sayUi = useMessages("ui");
  const sayReading = useMessages("reading");
  const { deframed } = entry;
  return (
    <article className="flex w-full flex-col wrap-anywhere rounded-lg border border-line bg-raised p-4">
      <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
        <FeedIcon feedId={feed.id} title={feed.title} />
        <span className="min-w-0 flex-1 truncate font-medium">
          <bdi>{feed.title}</bdi>
        </span>
        {/* On a phone below, which leaves the name its room. */}
        <span className="flex items-center gap-2 max-sm:order-last max-sm:w-full">
          {isFirst && <Badge>{say("first")}</Badge>}
          <TimeAgo at={entry.published_at ?? entry.sort_at} />
        </span>
        <Menu trigger={<IconButton icon={EllipsisVertical} label={sayUi("more")} />}>
          <MenuItem icon={Split} onClick={onTakeOut}>
            {say("notPart")}
          </MenuItem>
        </Menu>
      </p>
      <h2
        dir="auto"
        className={`mt-2 font-serif text-xl leading-snug ${entry.read ? "text-soft" : "font-semibold"}`}
      >
        <Link to="/entry/$id" params={{ id: String(entry.id) }} className="hover:underline">
          {entry.title || entry.excerpt || <TimeAgo at={entry.sort_at} />}
        </Link>
      </h2>
      <p dir="auto" className="mt-2 line-clamp-4 text-sm text-soft">
        {entry.excerpt}
      </p>
      {deframed?.title && (
        <div className="mt-3 border-t border-line pt-3">
          <p className="text-xs font-semibold text-soft">{say("neutral")}</p>
          {isSameTitle(deframed.title, entry.title) ? (
            <p className="mt-0.5 mb-2 text-sm text-soft">{say("alreadyNeutral")}</p>
          ) : (
            <p dir="auto" className="mt-0.5 mb-2 font-medium">
              {deframed.title}
            </p>
          )}
          <ScoreBars scores={deframed.scores} />
        </div>
      )}
      <p className="mt-auto flex gap-2 pt-4">
        <Link
          to="/entry/$id"
          params={{ id: String(entry.id) }}
          className={buttonClasses("secondary")}
        >
          {say("read")}
          <span className="sr-only">: {entry.title}</span>
        </Link>
        {entry.url && (
          <a
            href={entry.url}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClasses("quiet")}
          >
            <ExternalLink aria-hidden="true" className="size-4" />
            <span className="sr-only">
              {sayReading("openOriginal")}: {entry.title}
            </span>
          </a>
        )}
      </p>
    </article>
  );
}
