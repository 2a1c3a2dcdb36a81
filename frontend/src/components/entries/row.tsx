import { memo, useState } from "react";
import { usePictureMode } from "@/queries/preferences";
import { rememberSize } from "@/state/picture-sizes";
import { FeedIcon } from "../feeds/feed-icon";
import type { RowProps } from "./row-actions";
import { RowLink } from "./row-link";
import {
  Facts,
  FeedLine,
  NeutralTitle,
  StarMark,
  TitleText,
  UnreadDot,
  useExcerpt,
} from "./row-parts";
import { RowTools } from "./row-tools";
import { TimeAgo } from "./time-ago";

const link =
  "group relative block hover:bg-hover aria-[current=true]:bg-selected focus-visible:-outline-offset-2";
const titleLook =
  "group-data-[read=false]/row:font-semibold group-data-[read=true]/row:text-soft";

/** One entry with its beginning: the usual look. */
export const Row = memo(function Row({ feedTitle, ...rest }: RowProps) {
  const { entry } = rest;
  const excerpt = useExcerpt(entry);
  return (
    <div data-read={entry.read} className="group/row relative">
      <RowLink {...rest} className={`${link} row-space ps-5 pe-4`}>
        {!entry.read && (
          <UnreadDot className="absolute start-2 top-[calc(var(--row-space)+0.3rem)]" />
        )}
        <FeedLine entry={entry} feedTitle={feedTitle} />
        <span className="mt-1 flex gap-3">
          <span className="min-w-0 flex-1">
            <span
              dir="auto"
              className={`line-clamp-2 text-[0.9375rem] leading-snug wrap-anywhere ${titleLook}`}
            >
              <TitleText entry={entry} />
            </span>
            <NeutralTitle entry={entry} />
            {excerpt && (
              <span
                dir="auto"
                className="mt-0.5 line-clamp-2 text-sm leading-snug wrap-anywhere text-soft"
              >
                {excerpt}
              </span>
            )}
          </span>
          <Picture url={entry.image_url} className="size-16 rounded-md" />
        </span>
        <Facts entry={entry} />
      </RowLink>
      <RowTools entry={entry} />
    </div>
  );
});

/** One line: for those who look through hundreds. */
export const CompactRow = memo(function CompactRow({ feedTitle, ...rest }: RowProps) {
  const { entry } = rest;
  const excerpt = useExcerpt(entry);
  return (
    <div data-read={entry.read} className="group/row relative">
      <RowLink
        {...rest}
        className={`${link} target flex items-center gap-2.5 ps-5 pe-4 py-[calc(var(--row-space)/2)] text-sm`}
      >
        {!entry.read && <UnreadDot className="absolute start-2 top-[calc(50%-0.1875rem)]" />}
        <FeedIcon feedId={entry.feed_id} title={feedTitle} className="size-4" />
        <span className="sr-only">{feedTitle}</span>
        <span dir="auto" className="min-w-0 flex-1 truncate text-start">
          <span className={titleLook}>
            <TitleText entry={entry} />
          </span>
          {excerpt && <span className="ms-2 text-soft">{excerpt}</span>}
        </span>
        <StarMark entry={entry} />
        <span className="shrink-0 text-xs whitespace-nowrap text-soft">
          <TimeAgo at={entry.sort_at} />
        </span>
      </RowLink>
      <RowTools entry={entry} />
    </div>
  );
});

/** A picture of an entry, if there is one and the reader wants to see pictures. Its room is
 * the same whether it is there, small, tall or broken: nothing moves. */
export function Picture({ url, className }: { url: string | null; className: string }) {
  const mode = usePictureMode();
  const [isBroken, setBroken] = useState(false);
  if (!url || mode !== "show") return null;
  if (isBroken) return <span className={`shrink-0 bg-hover ${className}`} />;
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      fetchPriority="low"
      decoding="async"
      draggable={false}
      onLoad={({ currentTarget }) => rememberSize(currentTarget)}
      onError={() => setBroken(true)}
      className={`shrink-0 bg-hover object-cover object-[50%_30%] ${className}`}
    />
  );
}
