import { ArrowDownUp, CheckCheck, CircleDot, Gauge, RefreshCw } from "lucide-react";
import { SidebarButton } from "@/components/layout/page";
import { IconButton, isOnClasses } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { useFormat } from "@/hooks/use-format";
import { useKeyLabel } from "@/hooks/use-key-label";
import { MEDIUM, useMedia } from "@/hooks/use-media";
import { useNeedsNetwork } from "@/hooks/use-needs-network";
import type { Reading } from "@/hooks/use-reading";
import { useScopeUnread } from "@/hooks/use-scope-unread";
import { useMessages } from "@/lib/i18n";
import { isMarkable, type ListScope } from "@/lib/list-scope";
import { NarrowItems, useCeiling, ViewChoices } from "./list-choices";

interface ListHeaderProps {
  reading: Reading;
  onMarkAll: () => void;
  onRefresh: () => void;
}

/** The list's name and what one can do with the whole of it. */
export function ListHeader({ reading, onMarkAll, onRefresh }: ListHeaderProps) {
  const say = useMessages("reading");
  const keys = useKeyLabel();
  const { scope, name, change } = reading;
  // On a phone the room is for the name; one pulls, or finds it in the menu.
  const isMedium = useMedia(MEDIUM);
  return (
    // Opaque: until there are rows, the outline of the list lies beneath.
    <header className="flex h-13 shrink-0 items-center gap-0.5 border-b border-line bg-page ps-4 pe-2">
      <SidebarButton />
      <h1 className="flex min-w-0 flex-1 items-baseline font-semibold">
        <span dir="auto" className="truncate">
          {name}
        </span>
        <UnreadCount scope={scope} />
      </h1>
      {isMedium && <CeilingButton reading={reading} />}
      <IconButton
        icon={CircleDot}
        label={scope.unread ? say("showAll") : say("showUnread")}
        keys={keys("toggleUnread")}
        pressed={scope.unread}
        className={scope.unread ? isOnClasses : ""}
        onClick={() => change({ show: scope.unread ? "all" : "unread" })}
      />
      <Menu trigger={<IconButton icon={ArrowDownUp} label={say("view")} />}>
        <ViewChoices reading={reading} />
        {!isMedium && <NarrowItems reading={reading} onRefresh={onRefresh} />}
      </Menu>
      {isMedium && <RefreshButton onRefresh={onRefresh} />}
      {isMarkable(scope) && (
        <IconButton
          icon={CheckCheck}
          label={say("markAllRead")}
          keys={keys("markAll")}
          onClick={onMarkAll}
        />
      )}
    </header>
  );
}

function UnreadCount({ scope }: { scope: ListScope }) {
  const sayLayout = useMessages("layout");
  const format = useFormat();
  const count = useScopeUnread(scope);
  if (count === 0) return null;
  return (
    <span className="ms-2 shrink-0 text-sm font-normal text-soft">
      <span aria-hidden="true">{format.number(count)}</span>
      <span className="sr-only">{sayLayout("unreadCount", { count })}</span>
    </span>
  );
}

function CeilingButton({ reading }: { reading: Reading }) {
  const say = useMessages("reading");
  const { canLimit, isLimited, limit } = useCeiling(reading);
  if (!canLimit) return null;
  return (
    <IconButton
      icon={Gauge}
      label={say("ceiling")}
      pressed={isLimited}
      className={isLimited ? isOnClasses : ""}
      onClick={limit}
    />
  );
}

function RefreshButton({ onRefresh }: Pick<ListHeaderProps, "onRefresh">) {
  const say = useMessages("reading");
  const keys = useKeyLabel();
  const network = useNeedsNetwork();
  return (
    <IconButton
      icon={RefreshCw}
      label={network.named(say("refresh"))}
      off={network.isOff}
      keys={keys("refresh")}
      onClick={onRefresh}
    />
  );
}
