import { CheckCheck, Ellipsis, FolderInput, Power, RefreshCw, Trash2, X } from "lucide-react";
import type { Subscription } from "@/api/types";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { MenuItem, MenuLine } from "@/components/ui/menu-items";
import { folderPaths } from "@/lib/folder-paths";
import { useMessages } from "@/lib/i18n";
import { useFolders } from "@/queries/feeds";
import { confirm } from "@/state/confirm";
import { BULK_INTERVALS, useIntervalText } from "./intervals";
import { useBulkActions } from "./use-bulk-actions";
import { useMoveFeeds } from "./use-move-feeds";

interface BulkBarProps {
  selected: readonly Subscription[];
  onClear: () => void;
}

/** What can be done with all that are selected. It stays in view while one scrolls. */
export function BulkBar({ selected, onClear }: BulkBarProps) {
  const say = useMessages("manage");
  const actions = useBulkActions(selected, onClear);
  const count = selected.length;
  const markRead = async () => {
    const question = { title: say("markReadQuestion", { count }), action: say("markRead") };
    if (await confirm(question)) actions.each({ kind: "mark-read" });
  };
  return (
    <section
      data-bulk-bar
      aria-label={say("selected", { count })}
      className="sticky bottom-3 z-10 mt-3 flex items-center gap-1 rounded-lg border border-edge bg-raised px-3 py-2 shadow-float sm:flex-wrap sm:gap-2"
    >
      <p
        role="status"
        className="me-auto min-w-0 text-sm font-medium max-sm:flex-1 tabular-nums"
      >
        {actions.progress ?? say("selected", { count })}
      </p>
      <MoveMenu selected={selected} isBusy={actions.isBusy} />
      <Button disabled={actions.isBusy} onClick={() => void markRead()}>
        <CheckCheck aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">{say("markRead")}</span>
      </Button>
      <MoreMenu actions={actions} />
      <Button
        disabled={actions.isBusy}
        className="text-danger!"
        onClick={() => void actions.leave()}
      >
        <Trash2 aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">{say("unsubscribe")}</span>
      </Button>
      <IconButton icon={X} label={say("clearSelection")} onClick={onClear} />
    </section>
  );
}

function MoveMenu({
  selected,
  isBusy,
}: {
  selected: readonly Subscription[];
  isBusy: boolean;
}) {
  const say = useMessages("manage");
  const move = useMoveFeeds();
  const paths = folderPaths(useFolders().data ?? []);
  const ids = selected.map(({ id }) => id);
  return (
    <Menu
      trigger={
        <Button disabled={isBusy}>
          <FolderInput aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">{say("moveTo")}</span>
        </Button>
      }
    >
      <MenuItem onClick={() => move(ids, null)}>{say("noFolder")}</MenuItem>
      {paths.length > 0 && <MenuLine />}
      {paths.map(({ id, path }) => (
        <MenuItem key={id} onClick={() => move(ids, id)}>
          {path}
        </MenuItem>
      ))}
    </Menu>
  );
}

function MoreMenu({ actions }: { actions: ReturnType<typeof useBulkActions> }) {
  const say = useMessages("manage");
  const intervalText = useIntervalText();
  return (
    <Menu
      trigger={
        <Button disabled={actions.isBusy} aria-label={say("moreActions")}>
          <Ellipsis aria-hidden="true" className="size-4" />
        </Button>
      }
    >
      <MenuItem icon={RefreshCw} onClick={() => actions.each({ kind: "refresh" })}>
        {say("checkNow")}
      </MenuItem>
      <MenuItem icon={Power} onClick={() => actions.each({ kind: "enable" })}>
        {say("switchOn")}
      </MenuItem>
      <MenuLine />
      {BULK_INTERVALS.map((interval) => (
        <MenuItem
          key={interval ?? "auto"}
          onClick={() => actions.each({ kind: "interval", interval })}
        >
          {`${say("interval")}: ${intervalText(interval)}`}
        </MenuItem>
      ))}
    </Menu>
  );
}
