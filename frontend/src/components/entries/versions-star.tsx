import { Star } from "lucide-react";
import type { Version } from "@/api/types";
import { Button } from "@/components/ui/button";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";

/** A step between two versions by its place, or what a star is about. */
export type Shown = number | "since" | "then";

/** Return which version is compared with which. */
export function shownVersions(
  versions: readonly Version[],
  starred: Version | null,
  shown: Shown,
) {
  if (typeof shown === "number" || !starred) {
    const step = typeof shown === "number" ? shown : 0;
    return [versions[step + 1], versions[step]];
  }
  return shown === "then" ? [starred, starred] : [starred, versions[0]];
}

/** What the reader starred, and what was changed since then. */
export function StarViews({
  at,
  shown,
  onShow,
}: {
  at: number | null;
  shown: Shown;
  onShow: (shown: Shown) => void;
}) {
  const say = useMessages("entry");
  const format = useFormat();
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <Star aria-hidden="true" className="size-4 fill-current text-star" />
      <span className="me-auto">
        {at === null ? say("changedSinceStar") : say("starredAsOf", { day: format.day(at) })}
      </span>
      {(["since", "then"] as const).map((view) => (
        <Button
          key={view}
          look="quiet"
          aria-pressed={shown === view}
          className="aria-pressed:bg-selected"
          onClick={() => onShow(view)}
        >
          {say(view === "since" ? "sinceStar" : "asStarred")}
        </Button>
      ))}
    </div>
  );
}
