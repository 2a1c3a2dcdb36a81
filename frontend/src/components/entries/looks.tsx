// The looks of a list that live by pictures. Loaded when a reader chooses one.
import { memo } from "react";
import { usePictureMode } from "@/queries/preferences";
import { Picture } from "./row";
import type { RowProps } from "./row-actions";
import { RowLink } from "./row-link";
import { Facts, FeedLine, NeutralTitle, TitleText, UnreadDot, useExcerpt } from "./row-parts";
import { RowTools } from "./row-tools";
import { TimeAgo } from "./time-ago";

export { Card } from "./card";

/** A large picture beside a large title: for reading on a quiet morning. */
export const MagazineRow = memo(function MagazineRow({ feedTitle, ...rest }: RowProps) {
  const { entry } = rest;
  const excerpt = useExcerpt(entry);
  return (
    <div data-read={entry.read} className="group/row relative">
      <RowLink
        {...rest}
        className="group relative mx-auto flex max-w-4xl gap-6 px-5 py-5 hover:bg-hover focus-visible:-outline-offset-2 aria-[current=true]:bg-selected max-md:flex-col-reverse max-md:gap-3"
      >
        <span className="flex min-w-0 flex-1 flex-col">
          <FeedLine entry={entry} feedTitle={feedTitle} />
          <span className="mt-2 flex gap-2">
            {!entry.read && <UnreadDot className="mt-2.5" />}
            <span
              dir="auto"
              className="line-clamp-3 min-w-0 flex-1 font-serif text-xl leading-snug wrap-anywhere group-data-[read=false]/row:font-semibold group-data-[read=true]/row:text-soft"
            >
              <TitleText entry={entry} />
            </span>
          </span>
          <NeutralTitle entry={entry} />
          {excerpt && (
            <span
              dir="auto"
              className="mt-2 line-clamp-3 leading-relaxed wrap-anywhere text-soft"
            >
              {excerpt}
            </span>
          )}
          <span className="mt-auto pt-2">
            <Facts entry={entry} />
          </span>
        </span>
        <Picture
          url={entry.image_url}
          className="aspect-[16/9] w-full self-start rounded-lg md:aspect-[8/5] md:w-72"
        />
      </RowLink>
      <RowTools entry={entry} />
    </div>
  );
});

/** A square picture with its title below the thumb: for feeds of photographs. */
export const GalleryTile = memo(function GalleryTile({ feedTitle, ...rest }: RowProps) {
  const { entry } = rest;
  const hasPicture = usePictureMode() === "show" && entry.image_url !== null;
  return (
    <div
      data-read={entry.read}
      className="group/row relative h-full overflow-hidden rounded-lg border border-line bg-raised"
    >
      <RowLink
        {...rest}
        className="group relative block h-full focus-visible:-outline-offset-2 aria-[current=true]:bg-selected"
      >
        <span className="relative flex aspect-square w-full">
          {hasPicture ? (
            <Picture url={entry.image_url} className="size-full" />
          ) : (
            <span
              dir="auto"
              className="line-clamp-6 m-4 self-center font-serif text-lg leading-snug wrap-anywhere"
            >
              {entry.excerpt || entry.title}
            </span>
          )}
        </span>
        <span className="flex items-center gap-2 px-2.5 py-2 text-sm">
          {!entry.read && <UnreadDot />}
          <span
            dir="auto"
            className="min-w-0 flex-1 truncate group-data-[read=false]/row:font-semibold group-data-[read=true]/row:text-soft"
          >
            {hasPicture || entry.title ? (
              <TitleText entry={entry} />
            ) : (
              <TimeAgo at={entry.sort_at} />
            )}
          </span>
          <span className="sr-only">{feedTitle}</span>
        </span>
      </RowLink>
      <RowTools entry={entry} />
    </div>
  );
});
