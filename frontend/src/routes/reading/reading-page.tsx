// The list and the entry that is open in it: side by side, or one over the other.
import { BookOpen, ChevronsDown } from "lucide-react";
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { EntryView, prepareEntryView } from "@/components/entries/entry-view";
import { List } from "@/components/entries/list";
import { ListHeader } from "@/components/entries/list-header";
import { NewEntries } from "@/components/entries/new-entries";
import { type RowActions, RowActionsContext } from "@/components/entries/row-actions";
import { PaneDivider, readWidth } from "@/components/layout/pane-divider";
import { EmptyState } from "@/components/ui/empty-state";
import { useCaughtFocus } from "@/hooks/use-caught-focus";
import { useLater } from "@/hooks/use-later";
import { useMarkAllWithUndo } from "@/hooks/use-mark-all";
import { MEDIUM, useMedia } from "@/hooks/use-media";
import { useNextPlace } from "@/hooks/use-next-place";
import { useNextRender } from "@/hooks/use-next-render";
import { useNoOutline } from "@/hooks/use-no-outline";
import { usePageTitle } from "@/hooks/use-page-title";
import { type Reading, useReading } from "@/hooks/use-reading";
import { useRefresh } from "@/hooks/use-refresh";
import { useRemembered } from "@/hooks/use-remembered";
import { useMessages } from "@/lib/i18n";
import { isMarkable } from "@/lib/list-scope";
import { isWide } from "@/lib/preferences";
import { useAiStatus } from "@/queries/ai-status";
import { useCounts, useSearches, useSubscriptions, useTags } from "@/queries/feeds";
import { useMark } from "@/queries/marks";
import { usePreferences } from "@/queries/preferences";
import { useNextUnread, useReadingKeys } from "./use-reading-keys";

// Not every list has them.
const SearchBox = lazy(() =>
  import("@/components/entries/search-box").then((part) => ({ default: part.SearchBox })),
);
const ListCeiling = lazy(() =>
  import("@/components/entries/list-ceiling").then((part) => ({ default: part.ListCeiling })),
);

const LIST = { least: 280, usual: 400, most: 720 };

export function ReadingPage() {
  const say = useMessages("reading");
  const sayLayout = useMessages("layout");
  const reading = useReading();
  const { scope, name, openId } = reading;
  const isMedium = useMedia(MEDIUM);
  // Rows after their heading: both at once would hold up fingers and keys for longer.
  const isListBegun = useNextRender();
  useNoOutline(isListBegun);
  const { layout, nextAfterMarkAll } = usePreferences();
  const [width, setWidth] = useRemembered("list-width", readWidth(LIST));
  const rowActions = useStableRowActions(reading);
  const markAll = useMarkAllWithUndo();
  const goOn = useNextPlace();
  const refresh = useRefresh();
  const listActions = {
    // Before it is loaded, nobody knows what is meant.
    markAll: async () => {
      if (!isMarkable(scope) || reading.loadedAt === 0) return;
      if ((await markAll(scope, name, reading.loadedAt)) && nextAfterMarkAll) goOn();
    },
    refresh: () => refresh(scope),
  };
  const { close } = useReadingKeys(reading, rowActions, listActions);
  usePageTitle(name, useCounts().data?.unread);
  // Pictures want the whole width; an entry then covers them, as on a phone.
  const isBare = useIsBare(reading);
  const isBeside = isMedium && !isWide(layout) && !isBare;
  const isCovered = !isBeside && openId !== null;
  const listName = JSON.stringify(scope);
  useCaughtFocus(`${listName} ${isCovered} ${openId}`);
  return (
    <div className="relative flex h-full">
      <section
        aria-label={name}
        inert={isCovered}
        className="isolate flex h-full w-full shrink-0 flex-col"
        style={isBeside ? { width } : undefined}
      >
        <SoonNeeded />
        <ListHeader
          reading={reading}
          onMarkAll={() => void listActions.markAll()}
          onRefresh={listActions.refresh}
        />
        <Suspense>
          {scope.kind === "search" && <SearchBox reading={reading} />}
          {scope.ceiling !== undefined && <ListCeiling reading={reading} />}
        </Suspense>
        <NewEntries reading={reading} />
        <div className="min-h-0 flex-1">
          <RowActionsContext value={rowActions}>
            {isListBegun && (
              <List
                key={listName}
                reading={reading}
                actions={rowActions}
                onRefresh={listActions.refresh}
                onMarkAll={() => void listActions.markAll()}
              />
            )}
          </RowActionsContext>
        </div>
      </section>
      {isBeside && (
        <PaneDivider
          label={sayLayout("resizeList")}
          value={width}
          range={LIST}
          onChange={setWidth}
        />
      )}
      {(isBeside || isCovered) && (
        <section
          aria-label={say("entry")}
          className={isBeside ? "relative min-w-0 flex-1" : "absolute inset-0 z-10 min-w-0"}
        >
          {openId === null ? (
            <div className="flex h-full items-center">
              <EmptyState icon={BookOpen} title={say("selectEntry")} />
            </div>
          ) : (
            <EntryView id={openId} onClose={close} />
          )}
          {isCovered && <NextUnreadButton reading={reading} />}
        </section>
      )}
    </div>
  );
}

/** Asks for what no list waits for: what its menu, the drawer, the palette and an entry show. */
function SoonNeeded() {
  // One after the other: together they would hold up fingers and keys.
  const step = useLater(0, 1, 2, 3, 4);
  useAiStatus(step > 0);
  useTags(step > 1);
  useSearches(step > 2);
  useEffect(() => {
    if (step > 3) prepareEntryView();
  }, [step]);
  return null;
}

/** Whether there is nothing to choose from, and the room is for how to begin. */
function useIsBare({ entries, openId }: Reading): boolean {
  const hasNone = useSubscriptions().data?.length === 0;
  return hasNone && entries.length === 0 && openId === null;
}

/** What rows can do, as functions that stay the same from render to render. */
function useStableRowActions(reading: Reading): RowActions {
  const { mutate } = useMark();
  const latest = useRef(reading);
  useLayoutEffect(() => {
    latest.current = reading;
  });
  return useMemo(
    () => ({
      hrefOf,
      open: (id) => latest.current.open(id),
      toggleRead: ({ id, read }) => mutate({ kind: "read", ids: [id], read: !read }),
      toggleStar: ({ id, starred, version }) =>
        mutate({ kind: "star", ids: [id], starred: !starred, version }),
    }),
    [mutate],
  );
}

function hrefOf(id: number): string {
  const { pathname, search } = location;
  if (search === "") return `${pathname}?entry=${id}`;
  const values = new URLSearchParams(search);
  values.set("entry", String(id));
  return `${pathname}?${values}`;
}

/** For the thumb: on, without going back to the list. */
function NextUnreadButton({ reading }: { reading: Reading }) {
  const say = useMessages("reading");
  const goToNextUnread = useNextUnread(reading);
  return (
    <button
      type="button"
      aria-label={say("nextUnread")}
      title={say("nextUnread")}
      onClick={() => void goToNextUnread()}
      className="absolute end-4 bottom-4 z-20 inline-flex size-12 items-center justify-center rounded-full bg-accent text-accent-ink shadow-float md:hidden print:hidden"
    >
      <ChevronsDown aria-hidden="true" className="size-6" />
    </button>
  );
}
