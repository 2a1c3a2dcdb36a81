import { Link } from "@tanstack/react-router";
import {
  ArrowDown,
  ArrowUp,
  Ellipsis,
  Folder as FolderIcon,
  FolderInput,
  Pencil,
  Trash2,
} from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { MoveDialog } from "@/components/layout/sidebar-move";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { MenuItem, MenuLine } from "@/components/ui/menu-items";
import { useErrorText } from "@/hooks/use-error-text";
import { useLeaveFolder } from "@/hooks/use-leave-folder";
import { useMoveInTree } from "@/hooks/use-tree-drag";
import type { FolderPath } from "@/lib/folder-paths";
import { useMessages } from "@/lib/i18n";
import { stepMove, type TreeNode } from "@/lib/tree-moves";
import { useFolders, useSubscriptions } from "@/queries/feeds";
import { useChangeFolder } from "@/queries/managing";
import { toast } from "@/state/toasts";
import { draggedFeeds } from "./dragged-feeds";
import { InlineName } from "./inline-name";
import { useMoveFeeds } from "./use-move-feeds";

const ROW =
  "relative flex items-center gap-2 rounded-md px-2 data-[drop=into]:bg-selected data-[drop=before]:shadow-[inset_0_2px_0_var(--accent)] data-[drop=after]:shadow-[inset_0_-2px_0_var(--accent)]";

export function FolderRow({ folder, feeds }: { folder: FolderPath; feeds: number }) {
  const say = useMessages("manage");
  const errorText = useErrorText();
  const change = useChangeFolder();
  const [doing, setDoing] = useState<"rename" | "move" | null>(null);
  const row = useRef<HTMLLIElement>(null);
  const { id, name, depth } = folder;
  const rename = (newName: string) =>
    void change
      .mutateAsync({ id, name: newName })
      .catch((error: unknown) => toast({ text: errorText(error), look: "danger" }));
  const closeName = (isByKey: boolean) => {
    if (!isByKey) return setDoing(null);
    flushSync(() => setDoing(null));
    row.current?.querySelector("button")?.focus();
  };
  return (
    <li
      ref={row}
      data-tree={`folder-${id}`}
      draggable={doing !== "rename"}
      {...useFeedDrop(id)}
      style={{ paddingInlineStart: `${0.5 + depth}rem` }}
      className={ROW}
    >
      <FolderIcon aria-hidden="true" className="size-4 shrink-0 text-soft" />
      {doing === "rename" ? (
        <InlineName
          label={say("newName", { name })}
          name={name}
          maxLength={200}
          onRename={rename}
          onClose={closeName}
        />
      ) : (
        <>
          <Link
            to="/folder/$id"
            params={{ id: String(id) }}
            draggable={false}
            className="reach min-w-0 flex-1 text-sm hover:underline"
          >
            <span className="block truncate">
              <bdi>{name}</bdi>
            </span>
          </Link>
          <span className="shrink-0 text-xs tabular-nums text-soft">
            <span className="sr-only">{say("feedsInside", { count: feeds })}</span>
            <span aria-hidden="true">{feeds}</span>
          </span>
          <FolderMenu folder={folder} onDo={setDoing} />
        </>
      )}
      {doing === "move" && (
        <MoveDialog node={{ kind: "folder", id }} name={name} onClose={() => setDoing(null)} />
      )}
    </li>
  );
}

interface FolderMenuProps {
  folder: FolderPath;
  onDo: (what: "rename" | "move") => void;
}

function FolderMenu({ folder: { id, name }, onDo }: FolderMenuProps) {
  const say = useMessages("manage");
  const sayFolder = useMessages("sidebar");
  const leave = useLeaveFolder();
  const folders = useFolders().data ?? [];
  const subscriptions = useSubscriptions().data ?? [];
  const move = useMoveInTree();
  const node: TreeNode = { kind: "folder", id };
  const up = stepMove({ folders, subscriptions }, node, -1);
  const down = stepMove({ folders, subscriptions }, node, 1);
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={say("folderMenu", { name })} />}>
      <MenuItem icon={Pencil} onClick={() => onDo("rename")}>
        {say("rename")}
      </MenuItem>
      <MenuItem icon={FolderInput} onClick={() => onDo("move")}>
        {say("moveTo")}
      </MenuItem>
      <MenuItem icon={ArrowUp} disabled={up === null} onClick={() => move(up)}>
        {say("moveUp")}
      </MenuItem>
      <MenuItem icon={ArrowDown} disabled={down === null} onClick={() => move(down)}>
        {say("moveDown")}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={Trash2} danger onClick={() => void leave({ id, name })}>
        {sayFolder("deleteFolder")}
      </MenuItem>
    </Menu>
  );
}

/** Lets feeds of the list be dropped on a folder; dragged folders are the tree's affair. */
function useFeedDrop(folderId: number) {
  const move = useMoveFeeds();
  const isMeant = () => draggedFeeds().length > 0;
  const show = (event: DragEvent<HTMLElement>, isOver: boolean) => {
    if (isOver) event.currentTarget.dataset.drop = "into";
    else delete event.currentTarget.dataset.drop;
  };
  return {
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!isMeant()) return;
      event.preventDefault();
      event.stopPropagation();
      show(event, true);
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      if (isMeant()) show(event, false);
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      if (!isMeant()) return;
      event.preventDefault();
      event.stopPropagation();
      show(event, false);
      move(draggedFeeds(), folderId);
    },
  };
}
