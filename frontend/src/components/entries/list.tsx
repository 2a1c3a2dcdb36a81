import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import type { MenuPlace } from "@/components/ui/menu-at";
import { useCaughtFocus } from "@/hooks/use-caught-focus";
import { useMarkReadWithUndo } from "@/hooks/use-list-marks";
import { useListScroll } from "@/hooks/use-list-scroll";
import { COARSE, useMedia } from "@/hooks/use-media";
import type { ListEntry, Reading } from "@/hooks/use-reading";
import { useScopeUnread } from "@/hooks/use-scope-unread";
import { useWidth } from "@/hooks/use-width";
import { useMessages } from "@/lib/i18n";
import { isByDay, type ListRow, listRows, localDay } from "@/lib/list-rows";
import { isMarkable } from "@/lib/list-scope";
import type { SwipeSide } from "@/lib/swipe";
import { loadMore } from "@/queries/entries";
import { usePreferences } from "@/queries/preferences";
import { EmptyList } from "./empty-list";
import { ListRowView } from "./list-row";
import { ListSkeleton } from "./list-skeleton";
import { PullMark } from "./pull-mark";
import type { RowActions } from "./row-actions";

const ListMenu = lazy(() => import("./list-menu").then((part) => ({ default: part.ListMenu })));

const ListTouch = lazy(() =>
  import("./list-touch").then((part) => ({ default: part.ListTouch })),
);
const SearchStart = lazy(() =>
  import("./search-help").then((part) => ({ default: part.SearchStart })),
);

const WIDTHS = { list: null, compact: null, cards: 272, magazine: null, gallery: 180 };
const HEIGHTS = { list: 112, compact: 38, cards: 330, magazine: 200, gallery: 200, day: 36 };

interface ListProps {
  reading: Reading;
  actions: RowActions;
  onRefresh: () => void;
  onMarkAll: () => void;
}

/** The entries of a list, of which only those on screen are rendered. */
export function List(props: ListProps) {
  const { list, entries, scope } = props.reading;
  // Many rows at once take a while: in pieces, so that touches and keys are handled meanwhile.
  const isLoading = useDeferredValue(list.isLoading) || list.isLoading;
  if (list.isError && entries.length === 0) {
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (scope.kind === "search" && scope.q === "") {
    return (
      <Suspense fallback={<ListSkeleton />}>
        <SearchStart />
      </Suspense>
    );
  }
  if (isLoading) return <ListSkeleton />;
  if (entries.length === 0 && !list.hasNextPage) {
    return <EmptyList scope={scope} onRefresh={props.onRefresh} />;
  }
  return <FilledList {...props} />;
}

function FilledList({ reading, actions, onRefresh, onMarkAll }: ListProps) {
  const say = useMessages("reading");
  const { entries, scope, openId, cursorId } = reading;
  const { layout, markReadOnScroll, swipe } = usePreferences();
  const isTouch = useMedia(COARSE);
  const scroller = useRef<HTMLDivElement>(null);
  const pullMark = useRef<HTMLDivElement>(null);
  const cell = WIDTHS[layout];
  const width = useWidth(scroller, cell !== null);
  const markRead = useMarkReadWithUndo();
  const [menuAt, setMenuAt] = useState<(MenuPlace & { entry: ListEntry }) | null>(null);
  const closeMenu = useCallback(() => setMenuAt(null), []);
  const columns = cell === null ? 1 : Math.max(1, Math.floor((width - 16) / cell));
  // Headings would tear a grid apart.
  const byDay = isByDay(scope) && cell === null;
  const rows = useMemo(
    () => listRows(entries, { columns, dayOf: byDay ? localDay : null }),
    [entries, columns, byDay],
  );
  const heightOf = (row: ListRow<ListEntry> | undefined) =>
    row?.kind === "day" ? HEIGHTS.day : HEIGHTS[layout];
  const { rows: virtual, isReturning } = useListScroll({
    scroller,
    reading,
    rows,
    heightOf,
    onPassed: markReadOnScroll ? (ids) => markRead(ids, "scroll") : null,
  });
  const entryOf = (id: number) => entries.find((one) => one.id === id);
  const onSwipe = (id: number, side: SwipeSide) => {
    const entry = entryOf(id);
    if (entry) (side === "end" ? actions.toggleRead : actions.toggleStar)(entry);
  };
  const shown = virtual.getVirtualItems();
  const first = rows[shown[0]?.index ?? 0];
  const firstEntry = first?.kind === "entries" ? first.entries[0] : rows[1];
  const firstId = firstEntry && "id" in firstEntry ? firstEntry.id : entries[0]?.id;
  const isCursorHere = cursorId !== null && entryOf(cursorId) !== undefined;
  return (
    <div className="relative h-full overflow-hidden">
      <PullMark ref={pullMark} />
      {isReturning && (
        <div className="absolute inset-0 z-10 bg-page">
          <ListSkeleton />
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the rows inside are links */}
      <div
        ref={scroller}
        data-entry-list
        onContextMenu={(event) => {
          const element = (event.target as HTMLElement).closest<HTMLElement>(
            "[data-entry-link]",
          );
          const entry = entryOf(Number(element?.dataset.entryLink));
          if (!element || !entry) return;
          event.preventDefault();
          setMenuAt({ entry, element, x: event.clientX, y: event.clientY });
        }}
        className="relative h-full overflow-y-auto overscroll-contain [overflow-anchor:none] pointer-coarse:select-none [-webkit-touch-callout:none]"
      >
        {/* biome-ignore lint/a11y/useSemanticElements: rows are placed by position, not by flow */}
        <div
          role="list"
          aria-label={say("entries")}
          className="relative"
          style={{ height: virtual.getTotalSize() }}
        >
          {shown.map((item) => (
            <ListRowView
              key={item.key}
              row={rows[item.index]}
              index={item.index}
              start={item.start}
              measure={virtual.measureElement}
              columns={columns}
              layout={layout}
              openId={openId}
              tabStop={isCursorHere ? cursorId : (firstId ?? null)}
              canSwipe={isTouch && swipe}
              isOneFeed={scope.kind === "feed"}
            />
          ))}
        </div>
        <ListEnd reading={reading} onMarkAll={onMarkAll} />
      </div>
      <Suspense>
        {isTouch && (
          <ListTouch
            scroller={scroller}
            pullMark={pullMark}
            canSwipe={swipe}
            onSwipe={onSwipe}
            onPull={onRefresh}
          />
        )}
      </Suspense>
      <Suspense>
        {menuAt && (
          <ListMenu
            key={menuAt.entry.id}
            entry={menuAt.entry}
            at={menuAt}
            reading={reading}
            actions={actions}
            onClose={closeMenu}
          />
        )}
      </Suspense>
    </div>
  );
}

function ListEnd({ reading, onMarkAll }: Pick<ListProps, "reading" | "onMarkAll">) {
  const say = useMessages("reading");
  const sayUi = useMessages("ui");
  const { list, scope } = reading;
  const unread = useScopeUnread(scope);
  const canMark = isMarkable(scope) && unread > 0;
  useCaughtFocus(String(canMark)); // the button goes away when it was pressed
  if (list.isFetchNextPageError) {
    return (
      <p className="flex items-center justify-center gap-3 py-6 text-sm text-soft">
        {say("moreFailed")}
        <Button onClick={() => void loadMore(list)}>{sayUi("retry")}</Button>
      </p>
    );
  }
  if (list.hasNextPage) return null;
  return (
    <div className="flex flex-col items-center gap-3 py-6 text-sm text-soft">
      <p>{say("endOfList")}</p>
      {canMark && <Button onClick={onMarkAll}>{say("markAllRead")}</Button>}
    </div>
  );
}
