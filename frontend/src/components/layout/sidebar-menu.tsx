import { Link } from "@tanstack/react-router";
import {
  ArrowDown,
  ArrowUp,
  CheckCheck,
  ExternalLink,
  FolderInput,
  Pencil,
  RefreshCw,
  Settings2,
  Trash2,
  TriangleAlert,
  Volume2,
  VolumeX,
} from "lucide-react";
import { useState } from "react";
import type { Folder, Subscription } from "@/api/types";
import { MenuAt, type MenuPlace } from "@/components/ui/menu-at";
import { MenuItem, MenuLine } from "@/components/ui/menu-items";
import { useLeaveFeed } from "@/hooks/use-leave-feed";
import { useLeaveFolder } from "@/hooks/use-leave-folder";
import { useMarkAllWithUndo } from "@/hooks/use-mark-all";
import { useRefresh } from "@/hooks/use-refresh";
import { useMoveInTree } from "@/hooks/use-tree-drag";
import { useMessages } from "@/lib/i18n";
import { stepMove, type TreeNode } from "@/lib/tree-moves";
import { useFolders, useSubscriptions } from "@/queries/feeds";
import { useMute } from "@/queries/managing";
import { usePreferences } from "@/queries/preferences";
import { MoveDialog } from "./sidebar-move";
import { RenameDialog } from "./sidebar-rename";

interface SidebarMenuProps {
  node: TreeNode;
  at: MenuPlace;
  onClose: () => void;
}

/** What one can do with a feed or a folder where it is. */
export function SidebarMenu({ node, at, onClose }: SidebarMenuProps) {
  const subscription = useSubscriptions().data?.find(
    (one) => node.kind === "feed" && one.id === node.id,
  );
  const folder = useFolders().data?.find((one) => node.kind === "folder" && one.id === node.id);
  const [doing, setDoing] = useState<"move" | "rename" | null>(null);
  const name = subscription?.title ?? folder?.name ?? "";
  if (doing === "rename" && folder) return <RenameDialog folder={folder} onClose={onClose} />;
  if (doing === "move") return <MoveDialog node={node} name={name} onClose={onClose} />;
  return (
    <MenuAt at={at} onClose={onClose}>
      {subscription && <FeedActions subscription={subscription} />}
      {folder && <FolderActions folder={folder} onRename={() => setDoing("rename")} />}
      <MuteAction node={node} isMuted={(subscription ?? folder)?.muted === true} />
      <MoveActions node={node} onMoveTo={() => setDoing("move")} />
      {subscription && <LeaveAction subscription={subscription} />}
      {folder && <LeaveFolderAction folder={folder} />}
    </MenuAt>
  );
}

function FeedActions({ subscription }: { subscription: Subscription }) {
  const say = useMessages("sidebar");
  const markAll = useMarkAllWithUndo();
  const refresh = useRefresh();
  const { feed_id: id, title, feed } = subscription;
  return (
    <>
      <MenuItem
        icon={CheckCheck}
        onClick={() => void markAll({ kind: "feed", id }, title, Date.now())}
      >
        {say("markRead")}
      </MenuItem>
      <MenuItem
        icon={RefreshCw}
        onClick={() => refresh({ kind: "feed", id, unread: true, order: "newest", q: "" })}
      >
        {say("refresh")}
      </MenuItem>
      {feed.site_url && (
        <MenuItem
          icon={ExternalLink}
          link={<a href={feed.site_url} target="_blank" rel="noopener noreferrer" />}
        >
          {say("site")}
        </MenuItem>
      )}
      <MenuItem
        icon={Settings2}
        link={<Link to="/manage/subscriptions" search={{ edit: subscription.id }} />}
      >
        {say("edit")}
      </MenuItem>
      {feed.error && (
        <MenuItem icon={TriangleAlert} link={<Link to="/health" />}>
          {say("health")}
        </MenuItem>
      )}
    </>
  );
}

function FolderActions({ folder, onRename }: { folder: Folder; onRename: () => void }) {
  const say = useMessages("sidebar");
  const markAll = useMarkAllWithUndo();
  const { id, name } = folder;
  return (
    <>
      <MenuItem
        icon={CheckCheck}
        onClick={() => void markAll({ kind: "folder", id }, name, Date.now())}
      >
        {say("markRead")}
      </MenuItem>
      <MenuItem
        icon={Settings2}
        link={<Link to="/manage/subscriptions" search={{ find: name }} />}
      >
        {say("itsFeeds")}
      </MenuItem>
      <MenuItem icon={Pencil} onClick={onRename}>
        {say("rename")}
      </MenuItem>
    </>
  );
}

/** Out of Unread and its count; what is muted is still read where it is. */
function MuteAction({ node: { kind, id }, isMuted }: { node: TreeNode; isMuted: boolean }) {
  const say = useMessages("sidebar");
  const mute = useMute();
  return (
    <>
      <MenuItem
        icon={isMuted ? Volume2 : VolumeX}
        onClick={() => mute.mutate({ kind, id, muted: !isMuted })}
      >
        {say(isMuted ? "unmute" : "mute")}
      </MenuItem>
      <MenuLine />
    </>
  );
}

function MoveActions({ node, onMoveTo }: { node: TreeNode; onMoveTo: () => void }) {
  const say = useMessages("sidebar");
  const folders = useFolders().data ?? [];
  const subscriptions = useSubscriptions().data ?? [];
  const move = useMoveInTree();
  const isByHand = usePreferences().sidebarOrder === "hand";
  const up = stepMove({ folders, subscriptions }, node, -1);
  const down = stepMove({ folders, subscriptions }, node, 1);
  return (
    <>
      <MenuItem icon={FolderInput} onClick={onMoveTo}>
        {say("moveTo")}
      </MenuItem>
      {isByHand && (
        <>
          <MenuItem icon={ArrowUp} disabled={up === null} onClick={() => move(up)}>
            {say("moveUp")}
          </MenuItem>
          <MenuItem icon={ArrowDown} disabled={down === null} onClick={() => move(down)}>
            {say("moveDown")}
          </MenuItem>
        </>
      )}
    </>
  );
}

function LeaveAction({ subscription }: { subscription: Subscription }) {
  const say = useMessages("layout");
  const leaveFeed = useLeaveFeed();
  return (
    <>
      <MenuLine />
      <MenuItem icon={Trash2} danger onClick={() => void leaveFeed(subscription)}>
        {say("leave")}
      </MenuItem>
    </>
  );
}

function LeaveFolderAction({ folder }: { folder: Folder }) {
  const say = useMessages("sidebar");
  const leave = useLeaveFolder();
  return (
    <>
      <MenuLine />
      <MenuItem icon={Trash2} danger onClick={() => void leave(folder)}>
        {say("deleteFolder")}
      </MenuItem>
    </>
  );
}
