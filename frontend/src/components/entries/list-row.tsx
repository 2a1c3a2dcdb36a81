import { Check, Star } from "lucide-react";
import { lazy, memo, Suspense, useState } from "react";
import { useDayName } from "@/hooks/use-day-name";
import { useFeedTitle } from "@/hooks/use-feed-title";
import type { ListEntry } from "@/hooks/use-reading";
import type { ListRow } from "@/lib/list-rows";
import type { Layout } from "@/lib/preferences";
import { CompactRow, Row } from "./row";

// The first list of most readers has none of these.
const LOOKS = {
  list: Row,
  compact: CompactRow,
  cards: lazy(() => import("./looks").then((looks) => ({ default: looks.Card }))),
  magazine: lazy(() => import("./looks").then((looks) => ({ default: looks.MagazineRow }))),
  gallery: lazy(() => import("./looks").then((looks) => ({ default: looks.GalleryTile }))),
};
const GRIDS: readonly Layout[] = ["cards", "gallery"];

interface ListRowProps {
  row: ListRow<ListEntry> | undefined;
  index: number;
  start: number;
  measure: (element: HTMLDivElement | null) => void;
  columns: number;
  layout: Layout;
  openId: number | null;
  tabStop: number | null;
  canSwipe: boolean;
  /** All entries are of one feed, which the heading names already. */
  isOneFeed: boolean;
}

/** A heading, or entries beside each other, at its place in the scrolled height. */
export function ListRowView({ row, index, start, measure, ...look }: ListRowProps) {
  if (!row) return null;
  return (
    <div
      ref={measure}
      role="none"
      data-index={index}
      className="absolute inset-x-0 top-0"
      style={{ transform: `translateY(${start}px)` }}
    >
      {row.kind === "day" ? (
        <DayRow at={row.at} />
      ) : (
        <EntriesRow entries={row.entries} {...look} />
      )}
    </div>
  );
}

function DayRow({ at }: { at: number }) {
  const name = useDayName(at);
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by position, not by flow
    <div role="listitem" className="border-b border-line bg-page ps-5 pe-4 pt-3 pb-1.5">
      <h2 className="text-xs font-semibold text-soft">{name}</h2>
    </div>
  );
}

type Look = Omit<ListRowProps, "row" | "index" | "start" | "measure">;

const EntriesRow = memo(function EntriesRow({
  entries,
  columns,
  layout,
  openId,
  tabStop,
  canSwipe,
  isOneFeed,
}: Look & { entries: ListEntry[] }) {
  const titleOf = useFeedTitle();
  // Few rows are ever touched: what a swipe shows is rendered under the finger.
  const [touched, setTouched] = useState<number | null>(null);
  const One = LOOKS[layout];
  const isCards = GRIDS.includes(layout);
  return (
    <div
      role="none"
      className={isCards ? "grid gap-3 px-3 py-1.5" : "border-b border-line"}
      style={
        isCards ? { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` } : undefined
      }
    >
      {entries.map((entry) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div
          key={entry.id}
          role="listitem"
          data-swipe-row={canSwipe ? entry.id : undefined}
          onPointerDown={canSwipe ? () => setTouched(entry.id) : undefined}
          className={`group/swipe relative ${canSwipe ? "touch-pan-y overflow-hidden" : ""}`}
        >
          {touched === entry.id && <SwipeGround entry={entry} />}
          <div data-slide className={`relative h-full ${isCards ? "" : "bg-page"}`}>
            <Suspense fallback={<div className="h-52" />}>
              <One
                entry={entry}
                feedTitle={isOneFeed && layout !== "compact" ? "" : titleOf(entry.feed_id)}
                isOpen={entry.id === openId}
                isTabStop={entry.id === tabStop}
              />
            </Suspense>
          </div>
        </div>
      ))}
    </div>
  );
});

/** What a swipe will do, seen under the row while it moves. */
function SwipeGround({ entry }: { entry: ListEntry }) {
  return (
    <div
      aria-hidden="true"
      dir="ltr" // fingers move the same way in every language
      className="absolute inset-0 hidden items-center justify-between bg-hover px-5 text-soft group-data-[armed=true]/swipe:bg-accent group-data-[armed=true]/swipe:text-accent-ink group-data-[swipe=end]/swipe:flex group-data-[swipe=start]/swipe:flex"
    >
      <Check className={`size-6 ${entry.read ? "opacity-60" : ""}`} />
      <Star className="size-6" fill={entry.starred ? "currentColor" : "none"} />
    </div>
  );
}
