// How a list of entries scrolls: which rows are rendered, more pages in time, back to one's
// place, along with the keys, and (if preferred) marking what has left at the top.
import {
  defaultRangeExtractor,
  useVirtualizer,
  type Virtualizer,
} from "@tanstack/react-virtual";
import {
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createHand } from "@/lib/by-hand";
import {
  firstFrom,
  indexOfPlace,
  type ListRow,
  type Place,
  rowAt,
  unreadBetween,
} from "@/lib/list-rows";
import { canGrow, loadMore } from "@/queries/entries";
import { useLater } from "./use-later";
import { useListVisit } from "./use-list-visit";
import type { ListEntry, Reading } from "./use-reading";

type Rows = Virtualizer<HTMLDivElement, HTMLDivElement>;

const BARS = 52; // the heading above the list
const AHEAD = 10;
const NEAR = 3; // before anyone scrolls
const MOST_TO_RETURN = 3000;
const SETTLED = 150;
const MARGIN = 120; // around the current row: the next title is always in sight

interface ListScroll {
  scroller: RefObject<HTMLDivElement | null>;
  reading: Reading;
  rows: readonly ListRow<ListEntry>[];
  heightOf: (row: ListRow<ListEntry> | undefined) => number;
  onPassed: ((ids: number[]) => void) | null;
}

export function useListScroll({ scroller, reading, rows, heightOf, onPassed }: ListScroll): {
  rows: Rows;
  isReturning: boolean;
} {
  const { entries, cursorId, scope, list } = reading;
  const [place, keepPlace] = useListVisit(scope);
  const wayBack = useRef(place);
  const cursor = entries.findIndex((one) => one.id === cursorId);
  const virtual: Rows = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: useAhead(scroller),
    scrollPaddingStart: MARGIN,
    scrollPaddingEnd: MARGIN,
    // About the height it will have: rows are rendered at once, not after a look at the page.
    initialRect: { width: innerWidth, height: innerHeight - BARS },
    // The row that has the focus stays, or the focus would be lost.
    rangeExtractor: (range) =>
      [cursor, focusedIn(scroller.current, entries)].reduce(
        (shown, index) => withRow(shown, index, rows),
        defaultRangeExtractor(range),
      ),
  });

  useMorePages(list, virtual, rows.length);
  const isReturning = useReturn(reading, rows, virtual, wayBack);
  useFollowCursor(virtual, rows, cursor, cursorId, wayBack);
  useWatch({ scroller, virtual, rows, entries, keepPlace, onPassed, wayBack });
  return { rows: virtual, isReturning };
}

/** How many rows are ready above and below: many only for those who scroll. */
function useAhead(scroller: RefObject<HTMLDivElement | null>): number {
  const near = useLater(1, NEAR);
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const begin = () => startTransition(() => setScrolled(true));
    const list = scroller.current;
    list?.addEventListener("scroll", begin, { once: true, passive: true });
    return () => list?.removeEventListener("scroll", begin);
  }, [scroller]);
  return isScrolled ? AHEAD : near;
}

function focusedIn(list: HTMLElement | null, entries: readonly ListEntry[]): number {
  const { activeElement } = document;
  if (!activeElement || !list?.contains(activeElement)) return -1;
  const row = activeElement.closest<HTMLElement>("[data-entry-link]");
  const id = Number(row?.dataset.entryLink);
  return row ? entries.findIndex((one) => one.id === id) : -1;
}

function withRow(range: number[], cursor: number, rows: readonly ListRow<unknown>[]): number[] {
  if (cursor < 0) return range;
  const row = rowAt(rows, cursor);
  return range.includes(row) ? range : [...range, row].sort((one, other) => one - other);
}

function useMorePages(list: Reading["list"], virtual: Rows, count: number): void {
  const { fetchNextPage } = list;
  const last = virtual.range?.endIndex ?? -1;
  const needsMore = last >= count - 3 * AHEAD && canGrow(list);
  useEffect(() => {
    if (needsMore) void loadMore({ fetchNextPage });
  }, [needsMore, fetchNextPage]);
}

/** Goes back to the place that was kept, loading up to it if need be. */
function useReturn(
  { entries, scope, list }: Reading,
  rows: readonly ListRow<unknown>[],
  virtual: Rows,
  wayBack: RefObject<Place | null>,
): boolean {
  const { hasNextPage, isFetchingNextPage } = list;
  const isMoreToCome = list.isFetching || canGrow(list);
  useLayoutEffect(() => {
    const place = wayBack.current;
    if (place === null || entries.length === 0) return;
    const index = indexOfPlace(entries, place, scope.order);
    const isWorthLoading = entries.length < Math.min(place.loaded, MOST_TO_RETURN);
    if (index === null && isMoreToCome && isWorthLoading) {
      if (canGrow(list)) void loadMore(list);
      return;
    }
    if (index !== null) standAt(virtual, rowAt(rows, index), place.offset, wayBack);
    else wayBack.current = null;
  });
  return wayBack.current !== null && entries.length > 0 && hasNextPage && isFetchingNextPage;
}

/** Rows get their true heights as they are rendered, so it takes a few looks. */
function standAt(virtual: Rows, row: number, offset: number, wayBack: RefObject<Place | null>) {
  const place = wayBack.current;
  let looks = 0;
  const look = () => {
    const start = virtual.measurementsCache[row]?.start ?? 0;
    virtual.scrollToOffset(Math.max(0, start - offset));
    looks += 1;
    if (looks < 4) requestAnimationFrame(look);
    else if (wayBack.current === place) wayBack.current = null;
  };
  look();
}

function useFollowCursor(
  virtual: Rows,
  rows: readonly ListRow<unknown>[],
  cursor: number,
  cursorId: number | null,
  wayBack: RefObject<Place | null>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the cursor moves
  useEffect(() => {
    if (cursor < 0 || wayBack.current !== null) return;
    virtual.scrollToIndex(rowAt(rows, cursor), { align: "auto" });
  }, [cursorId]);
}

interface Watched extends Pick<ListScroll, "scroller" | "rows" | "onPassed"> {
  virtual: Rows;
  entries: readonly ListEntry[];
  keepPlace: (place: Place) => void;
  wayBack: RefObject<Place | null>;
}

/** Keeps the place while one scrolls, and reports what went past the top by hand. */
function useWatch(watched: Watched): void {
  const latest = useRef(watched);
  useEffect(() => {
    latest.current = watched;
  });
  const { scroller } = watched;
  // A list that was only looked at is also a place to come back to.
  const hasEntries = watched.entries.length > 0;
  useEffect(() => {
    if (hasEntries) keep(latest.current);
  }, [hasEntries]);
  useEffect(() => {
    const list = scroller.current;
    if (!list || !hasEntries) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let top = firstShown(latest.current);
    const hand = createHand();
    const touch = ({ type, target }: Event) => {
      // A press on the list itself is on its scroll bar; one on a row opens an entry.
      if (type !== "pointerdown" || target === list) hand.moves(performance.now());
    };
    const press = ({ key }: KeyboardEvent) => {
      if (hand.isMoving(performance.now())) settle();
      // Other keys lead to entries, or leap over what nobody has seen.
      if (key === "PageDown") hand.moves(performance.now());
      else hand.letsGo();
    };
    const settle = () => {
      const now = firstShown(latest.current);
      const { onPassed, entries, wayBack } = latest.current;
      // Only the reader's own scrolling counts, never keys that open or a way back.
      const isByHand = hand.isMoving(performance.now()) && wayBack.current === null;
      if (isByHand && now > top) onPassed?.(unreadBetween(entries, top, now));
      top = now;
      keep(latest.current);
    };
    const onScroll = () => {
      hand.scrolled(performance.now());
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLED);
    };
    list.addEventListener("scroll", onScroll, { passive: true });
    addEventListener("keydown", press);
    for (const kind of ["wheel", "touchmove", "pointerdown"] as const) {
      list.addEventListener(kind, touch, { passive: true });
    }
    return () => {
      clearTimeout(timer);
      list.removeEventListener("scroll", onScroll);
      removeEventListener("keydown", press);
      for (const kind of ["wheel", "touchmove", "pointerdown"] as const) {
        list.removeEventListener(kind, touch);
      }
    };
  }, [scroller, hasEntries]);
}

function firstShown({ virtual, rows }: Watched): number {
  const row = virtual.getVirtualItemForOffset(virtual.scrollOffset ?? 0);
  return row ? firstFrom(rows, row.index) : 0;
}

function keep({ virtual, rows, entries, keepPlace, wayBack }: Watched): void {
  if (wayBack.current !== null) return;
  const index = firstShown({ virtual, rows } as Watched);
  const entry = entries[index];
  const start = virtual.measurementsCache[rowAt(rows, index)]?.start;
  if (!entry || start === undefined) return;
  const offset = start - (virtual.scrollOffset ?? 0);
  keepPlace({ id: entry.id, at: entry.sort_at, offset, loaded: entries.length });
}
