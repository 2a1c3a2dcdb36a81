// The frame of every page of a signed-in reader: navigation, notices, the page itself.
import { Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useDeferredValue, useEffect, useState } from "react";
import { AudioDock } from "@/components/entries/audio-dock";
import { useCaughtFocus } from "@/hooks/use-caught-focus";
import { FeedsContext, useKnownFeeds } from "@/hooks/use-feeds";
import { useLater } from "@/hooks/use-later";
import { useMedia, WIDE } from "@/hooks/use-media";
import { useNextRender } from "@/hooks/use-next-render";
import { useNoOutline } from "@/hooks/use-no-outline";
import { useRemembered } from "@/hooks/use-remembered";
import { useMessages } from "@/lib/i18n";
import { placeOf } from "@/lib/list-scope";
import { cancelQuestion, useQuestion } from "@/state/confirm";
import { BottomBar } from "./bottom-bar";
import { Notices } from "./notices";
import { PagePending } from "./page-states";
import { PaneDivider, readWidth } from "./pane-divider";
import { ShellContext } from "./shell-context";
import { Sidebar } from "./sidebar";

// Nobody needs these for the first page.
const Sheet = lazy(() =>
  import("@/components/ui/sheet").then((part) => ({ default: part.Sheet })),
);
const Live = lazy(() => import("./live").then((part) => ({ default: part.Live })));
const ConfirmDialog = lazy(() =>
  import("@/components/ui/confirm-dialog").then((part) => ({ default: part.ConfirmDialog })),
);

const SIDEBAR = { least: 200, usual: 264, most: 420 };

/** Rendered in pieces, between which the browser answers to fingers and keys; until it is there,
 * its outline is. */
export function Shell() {
  const isBegun = useDeferredValue(true, false);
  return isBegun && <Frame />;
}

function Frame() {
  const say = useMessages("layout");
  const isWide = useMedia(WIDE);
  const [isOpen, setOpen] = useState(false);
  const [width, setWidth] = useRemembered("sidebar-width", readWidth(SIDEBAR));
  const { pathname } = useLocation();
  useCaughtFocus(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going anywhere closes what is over the page
  useEffect(() => {
    setOpen(false);
    cancelQuestion();
  }, [pathname]);
  return (
    <FeedsContext value={useKnownFeeds()}>
      <ShellContext value={{ openSidebar: () => setOpen(true), hasSidebar: isWide }}>
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-60 focus:rounded-md focus:bg-accent focus:px-3 focus:py-2 focus:text-accent-ink"
        >
          {say("skipToContent")}
        </a>
        <div className="flex h-dvh">
          {isWide && (
            <div className="shrink-0 bg-side" style={{ width }}>
              <Sidebar
                edge={
                  <PaneDivider
                    label={say("resizeSidebar")}
                    value={width}
                    range={SIDEBAR}
                    onChange={setWidth}
                  />
                }
              />
            </div>
          )}
          <div className="flex min-w-0 flex-1 flex-col">
            <Notices />
            <main id="content" tabIndex={-1} className="relative min-h-0 flex-1 outline-none">
              <Content />
            </main>
            <AudioDock />
            <BottomBar onFeeds={() => setOpen(true)} />
          </div>
        </div>
        <Suspense>
          {isOpen && !isWide && (
            <Sheet open title={say("mainNavigation")} onClose={() => setOpen(false)}>
              <Sidebar />
            </Sheet>
          )}
          <Questions />
        </Suspense>
        <Listening />
      </ShellContext>
    </FeedsContext>
  );
}

/** Rendered after its frame: both at once would hold up fingers and keys for longer. */
function Content() {
  const isBegun = useNextRender();
  return isBegun && <CurrentPage />;
}

function CurrentPage() {
  // Lists keep their outline until there are rows: they put it away themselves.
  useNoOutline(useLocation({ select: ({ pathname }) => placeOf(pathname) === null }));
  return (
    <Suspense fallback={<PagePending />}>
      <Outlet />
    </Suspense>
  );
}

/** On its own: when it comes, nothing else need be rendered again. */
function Listening() {
  const isLater = useLater(false, true);
  return <Suspense>{isLater && <Live />}</Suspense>;
}

function Questions() {
  return useQuestion() === null ? null : <ConfirmDialog />;
}
