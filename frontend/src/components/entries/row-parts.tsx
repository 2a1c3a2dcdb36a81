// The pieces that rows and cards are made of.
import { History, Paperclip, Scale, Star, Tag } from "lucide-react";
import type { ReactNode } from "react";
import { FeedIcon } from "@/components/feeds/feed-icon";
import { useFormat } from "@/hooks/use-format";
import type { ListEntry } from "@/hooks/use-reading";
import { isSameTitle } from "@/lib/entry-ai";
import { minutesAt } from "@/lib/format";
import { useMessages } from "@/lib/i18n";
import { restOfExcerpt } from "@/lib/said-twice";
import { usePreferences } from "@/queries/preferences";
import { TimeAgo } from "./time-ago";

/** Plain text in which every second piece is a hit. */
function Pieces({ pieces }: { pieces: readonly string[] }) {
  return pieces.map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
      <mark key={index} className="rounded-sm bg-(--mark) text-ink">
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}

/** What has no words is called by its date. */
function DateName({ at }: { at: number }) {
  return useFormat().dateTime(at);
}

export function TitleText({ entry }: { entry: ListEntry }) {
  const pieces = entry.highlights?.title ?? [];
  if (pieces.length > 1) return <Pieces pieces={pieces} />;
  return entry.title || entry.excerpt || <DateName at={entry.sort_at} />;
}

/** The summary in one line if it is wanted, else how the text begins; "" if the title says
 * it all. */
export function useExcerpt(entry: ListEntry): ReactNode {
  const { showSummaries } = usePreferences();
  const pieces = entry.highlights?.excerpt ?? [];
  if (pieces.length > 1) return <Pieces pieces={pieces} />;
  const text = (showSummaries && entry.summary) || (entry.title ? entry.excerpt : "");
  return restOfExcerpt(text, entry.title || entry.excerpt);
}

export function FeedLine({ entry, feedTitle }: { entry: ListEntry; feedTitle: string }) {
  return (
    <span className="flex items-center gap-2 text-xs text-soft">
      {feedTitle && <FeedIcon feedId={entry.feed_id} title={feedTitle} className="size-3.5" />}
      <span className="me-auto min-w-0 truncate">
        <bdi>{feedTitle || entry.author}</bdi>
      </span>
      <StarMark entry={entry} />
      <span className="shrink-0 whitespace-nowrap">
        <TimeAgo at={entry.sort_at} />
      </span>
    </span>
  );
}

export function StarMark({ entry }: { entry: ListEntry }) {
  const say = useMessages("reading");
  if (!entry.starred) return null;
  return (
    <Star
      role="img"
      aria-label={say("isStarred")}
      fill="currentColor"
      className="size-3.5 shrink-0 text-star"
    />
  );
}

export function UnreadDot({ className = "" }: { className?: string }) {
  const say = useMessages("reading");
  return (
    <span className={`drawn size-1.5 shrink-0 rounded-full bg-accent ${className}`}>
      <span className="sr-only">{say("isUnread")}</span>
    </span>
  );
}

/** Small facts below the text; nothing at all if there are none. */
export function Facts({ entry }: { entry: ListEntry }) {
  const say = useMessages("reading");
  const { wordsPerMinute, framingCeiling } = usePreferences();
  const { changed_at: changed, tags } = entry;
  const ownMinutes = minutesAt(wordsPerMinute, entry.reading_minutes) ?? 0;
  // That something is short is seen; only what takes time is worth a line.
  const minutes = ownMinutes > 1 ? ownMinutes : null;
  const framing = useFraming(entry, framingCeiling);
  if (!minutes && !framing && !changed && !entry.has_enclosures && tags.length === 0)
    return null;
  return (
    <span className="mt-1 flex min-w-0 items-center gap-x-3 overflow-hidden text-xs whitespace-nowrap text-soft">
      {minutes ? <span>{say("minutes", { count: minutes })}</span> : null}
      {framing && (
        <span className="flex items-center gap-1 text-warning">
          <Scale aria-hidden="true" className="size-3.5" />
          {framing}
        </span>
      )}
      {changed ? (
        <span className="flex items-center gap-1 text-warning">
          <History aria-hidden="true" className="size-3.5" />
          {say("isChanged")}
        </span>
      ) : null}
      {entry.has_enclosures && (
        <span className="flex items-center gap-1">
          <Paperclip aria-hidden="true" className="size-3.5" />
          {say("hasEnclosure")}
        </span>
      )}
      {tags.slice(0, 3).map((tag) => (
        <span key={tag} dir="auto" className="flex min-w-0 items-center gap-1">
          <Tag aria-hidden="true" className="size-3 shrink-0" />
          <span className="truncate">{tag}</span>
        </span>
      ))}
    </span>
  );
}

/** How much an entry frames its story, if that is more than the reader lets pass. */
function useFraming(entry: ListEntry, ceiling: number): string | null {
  const say = useMessages("reading");
  const overall = entry.deframed?.overall ?? 0;
  if (overall <= ceiling) return null;
  return say("framingScore", { percent: Math.round(overall * 100) });
}

/** The title in neutral words, and how much the original frames its story. */
export function NeutralTitle({ entry }: { entry: ListEntry }) {
  const say = useMessages("reading");
  const { deframed } = entry;
  // A title that is neutral as it is needs no second line.
  if (!deframed?.title || isSameTitle(deframed.title, entry.title)) {
    return null;
  }
  const { overall, title } = deframed;
  const percent = Math.round(overall * 100);
  return (
    <span className="my-1 flex items-baseline gap-2 border-s-2 border-line ps-2 text-sm">
      <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
        <span className="sr-only">{say("neutralTitle")} </span>
        {title}
      </span>
      {overall !== null && (
        <span
          role="img"
          aria-label={say("framingScore", { percent })}
          title={say("framingScore", { percent })}
          className="h-1.5 w-10 shrink-0 self-center overflow-hidden rounded-full bg-line"
        >
          <span
            className="drawn block h-full rounded-full bg-warning"
            style={{ width: `${percent}%` }}
          />
        </span>
      )}
    </span>
  );
}
