import { ArrowDownUp, Check, CheckCheck, CircleDot, Gauge, RefreshCw } from "lucide-react";
import { SidebarButton } from "@/components/layout/page";
import { IconButton, isOnClasses } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { MenuChoice, MenuItem, MenuLine } from "@/components/ui/menu-items";
import { useFormat } from "@/hooks/use-format";
import { useKeyLabel } from "@/hooks/use-key-label";
import { MEDIUM, useMedia } from "@/hooks/use-media";
import { useNeedsNetwork } from "@/hooks/use-needs-network";
import type { Reading } from "@/hooks/use-reading";
import { useScopeUnread } from "@/hooks/use-scope-unread";
import { useMessages } from "@/lib/i18n";
import { type EntryOrder, isMarkable, type ListScope } from "@/lib/list-scope";
import type { Preferences } from "@/lib/preferences";
import { useDeframes } from "@/queries/ai-status";
import { useChangePreferences, usePreferences } from "@/queries/preferences";

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
    <header className="flex h-13 shrink-0 bg-page items-center gap-0.5 border-b border-line ps-4 pe-2">
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
        {!isMedium && <RoomlessItems reading={reading} onRefresh={onRefresh} />}
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

/** What has a button of its own where there is room for it. */
function RoomlessItems({ reading, onRefresh }: Omit<ListHeaderProps, "onMarkAll">) {
  const say = useMessages("reading");
  const { canLimit, isLimited, limit } = useCeiling(reading);
  const network = useNeedsNetwork();
  return (
    <>
      <MenuLine />
      {canLimit && (
        <MenuItem icon={isLimited ? Check : Gauge} onClick={limit}>
          {say("ceiling")}
        </MenuItem>
      )}
      <MenuItem icon={RefreshCw} disabled={network.isOff} onClick={onRefresh}>
        {network.named(say("refresh"))}
      </MenuItem>
    </>
  );
}

function useCeiling({ scope, change }: Reading) {
  const deframes = useDeframes(false);
  const isLimited = scope.ceiling !== undefined;
  return {
    isLimited,
    canLimit: deframes && scope.kind !== "search" && scope.kind !== "saved-search",
    limit: () => change({ ceiling: isLimited ? undefined : 0.5 } as never),
  };
}

function ViewChoices({ reading }: { reading: Reading }) {
  const say = useMessages("reading");
  const canScore = useDeframes(false);
  const { layout } = usePreferences();
  const changePreferences = useChangePreferences();
  const { scope, change } = reading;
  const layouts: Preferences["layout"][] = ["list", "compact", "cards"];
  return (
    <>
      <MenuChoice
        title={say("order")}
        value={scope.order}
        options={ordersOf(scope, canScore).map((value) => ({ value, label: say(value) }))}
        // The fair order is one of unread entries.
        onChange={(order) => change(order === "fair" ? { order, show: "unread" } : { order })}
      />
      <MenuLine />
      <MenuChoice
        title={say("look")}
        value={layout}
        options={layouts.map((value) => ({ value, label: say(value) }))}
        onChange={(chosen) => changePreferences.mutate({ layout: chosen })}
      />
    </>
  );
}

function ordersOf(scope: ListScope, canScore: boolean): EntryOrder[] {
  if (scope.kind === "search" || scope.kind === "saved-search") return ["newest", "rank"];
  return canScore ? ["newest", "oldest", "fair", "score"] : ["newest", "oldest", "fair"];
}
