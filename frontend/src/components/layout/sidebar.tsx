import { Link, useLocation } from "@tanstack/react-router";
import {
  ArrowDownUp,
  Bookmark,
  Eye,
  EyeOff,
  FileText,
  Highlighter,
  Inbox,
  Layers,
  Newspaper,
  Plus,
  Search,
  Star,
  Tag,
} from "lucide-react";
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { MenuChoice } from "@/components/ui/menu-items";
import { useSavedPages } from "@/hooks/use-saved-pages";
import { useMessages } from "@/lib/i18n";
import { SIDEBAR_ORDERS } from "@/lib/preferences";
import { useCounts, useSearches, useTags } from "@/queries/feeds";
import { useChangePreferences, usePreferences } from "@/queries/preferences";
import { AccountMenu } from "./account-menu";
import { ConnectionMark } from "./connection-mark";
import { NavLink } from "./nav-link";
import { SidebarTree, useIsTreePending } from "./sidebar-tree";

const SidebarDrag = lazy(() =>
  import("./sidebar-drag").then((part) => ({ default: part.SidebarDrag })),
);

/** `edge` is the line by which it is made wider, where it is beside the page. */
export function Sidebar({ edge }: { edge?: ReactNode }) {
  const say = useMessages("layout");
  const counts = useCounts().data;
  const places = useRef<HTMLDivElement>(null);
  const tree = useRef<HTMLDivElement>(null);
  useHereInSight(places);
  return (
    <nav aria-label={say("mainNavigation")} className="flex h-full">
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-13 shrink-0 items-center gap-1 ps-4 pe-2">
          <Link to="/" className="flex-1 font-serif text-lg font-semibold tracking-tight">
            {say("appName")}
          </Link>
          <ConnectionMark />
          <Link
            to="/subscribe"
            aria-label={say("addFeed")}
            title={say("addFeed")}
            className="target inline-flex items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink"
          >
            <Plus aria-hidden="true" className="size-4.5" />
          </Link>
        </div>
        <div ref={places} className="relative min-h-0 flex-1 overflow-y-auto px-2 pb-4">
          <ul className="mb-4">
            <Line to="/" label={say("unread")} icon={Inbox} count={counts?.unread} />
            <Line to="/all" label={say("all")} icon={Newspaper} />
            <Line to="/starred" label={say("starred")} icon={Star} />
            <Line to="/stories" label={say("stories")} icon={Layers} />
            <Line to="/highlights" label={say("highlights")} icon={Highlighter} />
            <SavedPages />
            <Line to="/search" label={say("search")} icon={Search} />
          </ul>
          <div ref={tree}>
            <Part title={say("feeds")} tree tools={<TreeOptions />}>
              <SidebarTree />
            </Part>
            <Suspense>
              <SidebarDrag tree={tree} />
            </Suspense>
          </div>
          <SavedParts />
        </div>
        <AccountMenu />
      </div>
      {edge}
    </nav>
  );
}

/** Where one is stays in sight, also when keys lead from feed to feed. */
function useHereInSight(places: RefObject<HTMLElement | null>): void {
  const page = useLocation({ select: ({ pathname }) => pathname });
  const isTreePending = useIsTreePending();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one goes elsewhere
  useEffect(() => {
    const here = places.current?.querySelector('[aria-current="page"]');
    here?.scrollIntoView({ block: "nearest" });
  }, [page, isTreePending, places]);
}

/** With a button to save one; before there is any, the line itself leads there. */
function SavedPages() {
  const say = useMessages("layout");
  const saved = useSavedPages();
  const counts = useCounts().data;
  const count = counts?.feeds.find((one) => one.feed_id === saved?.feed_id)?.unread;
  const to = saved ? `/feed/${saved.feed_id}` : "/share";
  return (
    <li className="flex">
      <NavLink to={to} label={say("savedPages")} icon={FileText} count={count} />
      {saved && (
        <Link
          to="/share"
          aria-label={say("savePage")}
          title={say("savePage")}
          className="inline-flex size-8 shrink-0 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink pointer-coarse:size-11"
        >
          <Plus aria-hidden="true" className="size-4" />
        </Link>
      )}
    </li>
  );
}

function SavedParts() {
  const say = useMessages("layout");
  const { data: tags = [], isPending: waitsForTags } = useTags();
  const { data: searches = [], isPending: waitsForSearches } = useSearches();
  const isTreePending = useIsTreePending();
  // All at once, below a tree that is there: nothing is pushed away.
  if (isTreePending || waitsForTags || waitsForSearches) return null;
  return (
    <>
      {searches.length > 0 && (
        <Part title={say("searches")}>
          <ul>
            {searches.map((one) => (
              <Line
                key={one.id}
                to={`/search/${one.id}`}
                label={one.name}
                icon={Bookmark}
                count={one.unread}
              />
            ))}
          </ul>
        </Part>
      )}
      {tags.length > 0 && (
        <Part title={say("tags")}>
          <ul>
            {tags.map((one) => (
              <Line
                key={one.id}
                to={`/tag/${encodeURIComponent(one.name)}`}
                label={one.name}
                icon={Tag}
                count={one.unread}
              />
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

function TreeOptions() {
  const say = useMessages("layout");
  const { hideReadFeeds, sidebarOrder } = usePreferences();
  const change = useChangePreferences();
  return (
    <>
      <Menu
        trigger={
          <IconButton
            icon={ArrowDownUp}
            label={say("sidebarOrder")}
            className="reach size-7 min-h-7 min-w-7"
          />
        }
      >
        <MenuChoice
          title={say("sidebarOrder")}
          value={sidebarOrder}
          options={SIDEBAR_ORDERS.map((value) => ({ value, label: say(`order_${value}`) }))}
          onChange={(chosen) => change.mutate({ sidebarOrder: chosen })}
        />
      </Menu>
      <IconButton
        icon={hideReadFeeds ? EyeOff : Eye}
        label={hideReadFeeds ? say("showReadFeeds") : say("hideReadFeeds")}
        pressed={hideReadFeeds}
        className="reach size-7 min-h-7 min-w-7"
        onClick={() => change.mutate({ hideReadFeeds: !hideReadFeeds })}
      />
    </>
  );
}

interface PartProps {
  title: string;
  /** What is dropped on the heading leaves its folder. */
  tree?: boolean;
  tools?: ReactNode;
  children: ReactNode;
}

function Part({ title, tree = false, tools, children }: PartProps) {
  return (
    <section className="mb-4">
      <div
        data-tree={tree ? "top" : undefined}
        className="flex min-h-7 items-center rounded-md ps-2.5 data-[drop=into]:bg-selected"
      >
        <h2 className="flex-1 text-xs font-medium text-soft">{title}</h2>
        {tools}
      </div>
      {children}
    </section>
  );
}

function Line(props: Parameters<typeof NavLink>[0]) {
  return (
    <li className="flex">
      <NavLink {...props} />
    </li>
  );
}
