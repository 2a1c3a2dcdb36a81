import { Bookmark } from "lucide-react";
import { CopyField } from "@/components/settings/copy-field";
import { buttonClasses } from "@/components/ui/button";
import { useMessages } from "@/lib/i18n";
import { toast } from "@/state/toasts";

/** A bookmark that brings any page here: a link to drag, or its address where nothing can be
 * dragged. */
export function Bookmarklet({ origin }: { origin: string }) {
  const say = useMessages("subscribe");
  const script = `javascript:location.href='${origin}/subscribe?url='+encodeURIComponent(location.href)`;
  return (
    <div className="flex flex-col items-start gap-3">
      <a
        href={origin}
        // React takes out every address that is a script; this one is for other pages.
        ref={(link) => link?.setAttribute("href", script)}
        draggable
        onClick={(event) => {
          event.preventDefault();
          toast({ text: say("bookmarkDrag") });
        }}
        className={buttonClasses("secondary", "cursor-grab pointer-coarse:hidden")}
      >
        <Bookmark aria-hidden="true" className="size-4" />
        {say("bookmarkName")}
      </a>
      <details className="w-full text-sm pointer-coarse:hidden">
        <summary className="target w-fit cursor-pointer text-soft">
          {say("bookmarkByHand")}
        </summary>
        <div className="mt-2">
          <CopyField label={say("bookmark")} value={script} />
        </div>
      </details>
      <div className="hidden w-full pointer-coarse:block">
        <CopyField label={say("bookmark")} value={script} />
      </div>
    </div>
  );
}
