import { X } from "lucide-react";
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { ApiError } from "@/api/errors";
import type { Entry } from "@/api/types";
import { NotFoundPage } from "@/components/layout/page-states";
import { ErrorState } from "@/components/ui/error-state";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import { useIsSteady } from "@/hooks/use-is-steady";
import { useMessages } from "@/lib/i18n";
import { useEntry } from "@/queries/entries";
import { useMark } from "@/queries/marks";
import { usePreferences } from "@/queries/preferences";

// The list is there first; what an entry needs comes while one looks at it.
const loadPane = () => import("./entry-pane").then((part) => ({ default: part.EntryPane }));
const EntryPane = lazy(loadPane);

/** Load what an entry needs when there is nothing else to do. */
export function prepareEntryView(): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(() => void loadPane());
}

interface EntryViewProps {
  id: number;
  /** There when it is beside or over a list. */
  onClose?: () => void;
}

/** One entry, to be read. */
export function EntryView({ id, onClose }: EntryViewProps) {
  // Of what one only flies past with a key held down, nothing is asked for or rendered.
  const isSteady = useIsSteady(id);
  const { data, error, refetch } = useEntry(id, isSteady);
  const entry = isSteady ? data : undefined;
  const scroller = useRef<HTMLElement>(null);
  useReadOnOpen(entry);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry begins at its top
  useLayoutEffect(() => {
    // Not returned: scrolling gives a promise in newer browsers.
    scroller.current?.scrollTo({ top: 0 });
  }, [id]);
  return (
    <article
      ref={scroller}
      data-entry-scroller
      aria-busy={!entry && !error}
      // What has the focus is not to be under the tools, or a phone's button.
      className="relative h-full scroll-pt-16 overflow-y-auto bg-page max-md:scroll-pb-20"
    >
      {!entry && <BareTools onClose={onClose} />}
      {error && !entry && <NoEntry error={error} onRetry={() => void refetch()} />}
      {!entry && !error && <EntrySkeleton />}
      {entry && (
        <Suspense
          fallback={
            <>
              <BareTools onClose={onClose} />
              <EntrySkeleton />
            </>
          }
        >
          <EntryPane key={entry.id} entry={entry} onClose={onClose} />
        </Suspense>
      )}
    </article>
  );
}

function NoEntry({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isGone = error instanceof ApiError && error.status === 404;
  return isGone ? <NotFoundPage /> : <ErrorState error={error} onRetry={onRetry} isPage />;
}

function BareTools({ onClose }: { onClose: (() => void) | undefined }) {
  const say = useMessages("reading");
  return (
    <div className="flex h-13 items-center border-b border-line px-2">
      {onClose && <IconButton icon={X} label={say("closeEntry")} onClick={onClose} />}
    </div>
  );
}

function EntrySkeleton() {
  const say = useMessages("ui");
  return (
    <div role="status" className="reading-column flex flex-col gap-4 pt-8">
      <span className="sr-only">{say("loading")}</span>
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-8 w-11/12" />
      <Skeleton className="h-4 w-56" />
      <Skeleton className="mt-6 h-48" />
    </div>
  );
}

/** Marks once per opening: an entry that is set back to unread stays so. */
function useReadOnOpen(entry: Entry | undefined): void {
  const { mutate } = useMark();
  const { markReadOnOpen } = usePreferences();
  const seen = useRef<number | null>(null);
  useEffect(() => {
    if (!entry || seen.current === entry.id) return;
    seen.current = entry.id;
    if (markReadOnOpen && !entry.read) mutate({ kind: "read", ids: [entry.id], read: true });
  }, [entry, markReadOnOpen, mutate]);
}
