// What the menu of a list offers: order and look, and what has no room beside it.
import { CalendarCheck, Check, Gauge, RefreshCw } from "lucide-react";
import { MenuChoice, MenuItem, MenuLine } from "@/components/ui/menu-items";
import { useMarkAround } from "@/hooks/use-mark-around";
import { useNeedsNetwork } from "@/hooks/use-needs-network";
import type { Reading } from "@/hooks/use-reading";
import { useMessages } from "@/lib/i18n";
import type { EntryOrder, ListScope } from "@/lib/list-scope";
import { LAYOUTS } from "@/lib/preferences";
import { useDeframes } from "@/queries/ai-status";
import { useChangePreferences, usePreferences } from "@/queries/preferences";

export function ViewChoices({ reading }: { reading: Reading }) {
  const say = useMessages("reading");
  const canScore = useDeframes(false);
  const { layout } = usePreferences();
  const changePreferences = useChangePreferences();
  const { scope, change } = reading;
  const { olderThan } = useMarkAround(reading);
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
        options={LAYOUTS.map((value) => ({ value, label: say(value) }))}
        onChange={(chosen) => changePreferences.mutate({ layout: chosen })}
      />
      <MenuLine />
      {([1, 7] as const).map((days) => (
        <MenuItem key={days} icon={CalendarCheck} onClick={() => void olderThan(days)}>
          {say(days === 1 ? "markOlderDay" : "markOlderWeek")}
        </MenuItem>
      ))}
    </>
  );
}

function ordersOf(scope: ListScope, canScore: boolean): EntryOrder[] {
  if (scope.kind === "search" || scope.kind === "saved-search") return ["newest", "rank"];
  if (scope.kind === "starred") {
    return canScore
      ? ["starred", "newest", "oldest", "score"]
      : ["starred", "newest", "oldest"];
  }
  return canScore ? ["newest", "oldest", "fair", "score"] : ["newest", "oldest", "fair"];
}

/** What has a button of its own where there is room for it. */
export function NarrowItems({
  reading,
  onRefresh,
}: {
  reading: Reading;
  onRefresh: () => void;
}) {
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

/** The limit of how framed the titles may be: whether there is one, and its switch. */
export function useCeiling({ scope, change }: Reading) {
  const deframes = useDeframes(false);
  const isLimited = scope.ceiling !== undefined;
  return {
    isLimited,
    canLimit: deframes && scope.kind !== "search" && scope.kind !== "saved-search",
    limit: () => change({ ceiling: isLimited ? undefined : 0.5 } as never),
  };
}
