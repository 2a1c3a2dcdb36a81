import { memo } from "react";
import { Picture } from "./row";
import type { RowProps } from "./row-actions";
import { RowLink } from "./row-link";
import { Facts, FeedLine, NeutralTitle, TitleText, UnreadDot, useExcerpt } from "./row-parts";
import { RowTools } from "./row-tools";

/** An entry with its picture, for looking around rather than working through. */
export const Card = memo(function Card({ feedTitle, ...rest }: RowProps) {
  const { entry } = rest;
  const excerpt = useExcerpt(entry);
  return (
    <div
      data-read={entry.read}
      className="group/row relative flex h-full flex-col overflow-hidden rounded-lg border border-line bg-raised data-[read=true]:bg-page"
    >
      <RowLink
        {...rest}
        className="flex flex-1 flex-col focus-visible:-outline-offset-2 aria-[current=true]:bg-selected"
      >
        <Picture url={entry.image_url} className="block aspect-[16/9] w-full" />
        <span className="flex flex-1 flex-col p-4">
          <FeedLine entry={entry} feedTitle={feedTitle} />
          <span className="mt-2 flex gap-2">
            {!entry.read && <UnreadDot className="mt-2" />}
            <span
              dir="auto"
              className="line-clamp-3 min-w-0 flex-1 leading-snug wrap-anywhere group-data-[read=false]/row:font-semibold group-data-[read=true]/row:text-soft"
            >
              <TitleText entry={entry} />
            </span>
          </span>
          <NeutralTitle entry={entry} />
          {excerpt && (
            <span
              dir="auto"
              className={`mt-1.5 text-sm leading-snug wrap-anywhere text-soft ${entry.image_url ? "line-clamp-2" : "line-clamp-6"}`}
            >
              {excerpt}
            </span>
          )}
          <span className="mt-auto pt-2">
            <Facts entry={entry} />
          </span>
        </span>
      </RowLink>
      <RowTools entry={entry} />
    </div>
  );
});
