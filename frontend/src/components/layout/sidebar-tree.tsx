import { ChevronRight, Ellipsis, Folder as FolderIcon, TriangleAlert } from "lucide-react";
import {
  lazy,
  type MouseEvent,
  Suspense,
  useCallback,
  useDeferredValue,
  useState,
} from "react";
import type { Subscription } from "@/api/types";
import { FeedIcon } from "@/components/feeds/feed-icon";
import type { MenuPlace } from "@/components/ui/menu-at";
import { Skeleton } from "@/components/ui/skeleton";
import { useFeedTree } from "@/hooks/use-feed-tree";
import { useListScope } from "@/hooks/use-list-scope";
import { useRemembered } from "@/hooks/use-remembered";
import { type FolderNode, type FolderTree, withoutRead } from "@/lib/folder-tree";
import { useMessages } from "@/lib/i18n";
import type { TreeNode } from "@/lib/tree-moves";
import { useFolders, useSubscriptions } from "@/queries/feeds";
import { usePreferences } from "@/queries/preferences";
import { NavLink } from "./nav-link";

const SidebarMenu = lazy(() =>
  import("./sidebar-menu").then((part) => ({ default: part.SidebarMenu })),
);

interface Branch {
  depth: number;
  closed: readonly number[];
  toggle: (id: number) => void;
  feedCounts: ReadonlyMap<number, number>;
  folderCounts: ReadonlyMap<number, number>;
}

/** Folders and feeds with what is unread in each: to go to, to drag, to right-click. */
export function SidebarTree() {
  const say = useMessages("layout");
  const subscriptions = useSubscriptions();
  const isPending = useIsTreePending();
  const [closed, setClosed] = useRemembered("closed-folders", readIds);
  const [menuAt, setMenuAt] = useState<(MenuPlace & { node: TreeNode }) | null>(null);
  const closeMenu = useCallback(() => setMenuAt(null), []);
  const { tree: whole, ...counts } = useFeedTree();
  const toggle = (id: number) =>
    setClosed(closed.includes(id) ? closed.filter((one) => one !== id) : [...closed, id]);
  const branch: Branch = { depth: 0, closed, toggle, ...counts };
  const tree = useShownTree(whole, branch);
  if (isPending) return <TreeSkeleton />;
  if (subscriptions.data?.length === 0) {
    return <p className="px-2.5 py-1 text-sm text-soft">{say("noFeeds")}</p>;
  }
  const openMenu = (event: MouseEvent) => {
    const row = (event.target as Element).closest<HTMLElement>("[data-tree]");
    const [kind, id] = row?.dataset.tree?.split("-") ?? [];
    if (!row || (kind !== "feed" && kind !== "folder")) return;
    event.preventDefault();
    const element = row.querySelector("a") ?? row;
    setMenuAt({ node: { kind, id: Number(id) }, element, x: event.clientX, y: event.clientY });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside are links and buttons
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      onContextMenu={openMenu}
      onClick={(event) =>
        (event.target as Element).closest("[data-tree-more]") && openMenu(event)
      }
    >
      <BranchList folders={tree.folders} subscriptions={tree.subscriptions} branch={branch} />
      <Suspense>
        {menuAt && (
          <SidebarMenu
            key={`${menuAt.node.kind}-${menuAt.node.id}-${menuAt.x}-${menuAt.y}`}
            node={menuAt.node}
            at={menuAt}
            onClose={closeMenu}
          />
        )}
      </Suspense>
    </div>
  );
}

/** The tree is rendered in pieces, after what one reads. */
export function useIsTreePending(): boolean {
  const isPending = [useSubscriptions(), useFolders()].some((one) => one.isPending);
  return useDeferredValue(isPending) || isPending;
}

function useShownTree(tree: FolderTree, { feedCounts, folderCounts }: Branch): FolderTree {
  const { hideReadFeeds } = usePreferences();
  const { scope } = useListScope();
  if (!hideReadFeeds) return tree;
  // What one looks at stays, or it would vanish under one's eyes.
  return withoutRead(tree, {
    isFeedShown: (id) =>
      (feedCounts.get(id) ?? 0) > 0 || (scope.kind === "feed" && scope.id === id),
    isFolderShown: (id) =>
      (folderCounts.get(id) ?? 0) > 0 || (scope.kind === "folder" && scope.id === id),
  });
}

interface BranchListProps {
  folders: FolderNode[];
  subscriptions: Subscription[];
  branch: Branch;
}

const dropLook =
  "group/tree relative flex items-center rounded-md data-[drop=into]:bg-selected data-[drop=before]:shadow-[inset_0_2px_0_var(--accent)] data-[drop=after]:shadow-[inset_0_-2px_0_var(--accent)]";

function BranchList({ folders, subscriptions, branch }: BranchListProps) {
  return (
    <ul>
      {folders.map((node) => (
        <FolderRow key={`folder-${node.folder.id}`} node={node} branch={branch} />
      ))}
      {subscriptions.map((one) => (
        <li key={one.id} data-tree={`feed-${one.id}`} draggable className={dropLook}>
          <NavLink
            to={`/feed/${one.feed_id}`}
            label={one.title}
            mark={<FeedMark subscription={one} />}
            count={branch.feedCounts.get(one.feed_id)}
            depth={branch.depth}
            muted={one.muted}
          />
          <MoreButton name={one.title} />
        </li>
      ))}
    </ul>
  );
}

function FolderRow({ node, branch }: { node: FolderNode; branch: Branch }) {
  const say = useMessages("layout");
  const { id, name } = node.folder;
  const isOpen = !branch.closed.includes(id);
  return (
    <li>
      <div data-tree={`folder-${id}`} draggable className={dropLook}>
        <NavLink
          to={`/folder/${id}`}
          label={name}
          icon={FolderIcon}
          count={branch.folderCounts.get(id)}
          depth={branch.depth}
          muted={node.folder.muted}
        />
        <MoreButton name={name} className="end-8" />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={say(isOpen ? "closeFolder" : "openFolder", { name })}
          onClick={() => branch.toggle(id)}
          className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-soft hover:bg-hover pointer-coarse:size-11"
        >
          <ChevronRight
            aria-hidden="true"
            className={`size-4 transition-transform ${isOpen ? "rotate-90" : "rtl:rotate-180"}`}
          />
        </button>
      </div>
      {isOpen && (
        <BranchList
          folders={node.folders}
          subscriptions={node.subscriptions}
          branch={{ ...branch, depth: branch.depth + 1 }}
        />
      )}
    </li>
  );
}

/** For the mouse while it is there, and always for fingers, which cannot drag a row; keys
 * have the menu key. */
function MoreButton({ name, className = "end-1" }: { name: string; className?: string }) {
  const say = useMessages("layout");
  return (
    <button
      type="button"
      data-tree-more
      tabIndex={-1}
      aria-haspopup="menu"
      aria-label={say("moreOf", { name })}
      title={say("moreOf", { name })}
      className={`hidden items-center justify-center rounded-md text-soft pointer-fine:absolute pointer-fine:size-6 pointer-fine:border pointer-fine:border-line pointer-fine:bg-raised pointer-fine:hover:text-ink pointer-fine:group-hover/tree:inline-flex pointer-coarse:inline-flex pointer-coarse:size-11 pointer-coarse:shrink-0 ${className}`}
    >
      <Ellipsis aria-hidden="true" className="size-4" />
    </button>
  );
}

function FeedMark({ subscription }: { subscription: Subscription }) {
  const say = useMessages("layout");
  const { feed_id, title, feed } = subscription;
  return (
    <span className="relative inline-flex shrink-0">
      <FeedIcon feedId={feed_id} title={title} />
      {feed.error && (
        <TriangleAlert
          role="img"
          aria-label={say("hasProblem")}
          className="absolute -end-1.5 -bottom-1.5 size-3.5 rounded-full bg-side text-warning"
        />
      )}
    </span>
  );
}

function TreeSkeleton() {
  return (
    <div className="flex flex-col gap-3 px-2.5 py-2">
      {["w-4/5", "w-3/5", "w-2/3", "w-1/2"].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  );
}

function readIds(stored: unknown): number[] {
  return Array.isArray(stored) ? stored.filter((id) => typeof id === "number") : [];
}
