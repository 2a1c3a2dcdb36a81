import { Star } from "lucide-react";
import type { Entry } from "@/api/types";
import { useFormat } from "@/hooks/use-format";
import { useNeedsNetwork } from "@/hooks/use-needs-network";
import { useMessages } from "@/lib/i18n";

/** Says that an entry has changed since it was starred, and leads to what it said then. */
export function EntryStarNotice({ entry, onShow }: { entry: Entry; onShow: () => void }) {
  const say = useMessages("entry");
  const format = useFormat();
  const network = useNeedsNetwork();
  const { starred_version, starred_at } = entry;
  if (starred_version === null || starred_version >= entry.version) return null;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft print:hidden">
      <Star aria-hidden="true" className="size-4 fill-current text-star" />
      <span>
        {starred_at === null
          ? say("changedSinceStar")
          : say("starredAsOf", { day: format.day(starred_at) })}
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        disabled={network.isOff}
        onClick={onShow}
        className="reach text-accent underline underline-offset-4"
      >
        {network.named(say("showStarred"))}
      </button>
    </p>
  );
}
