import { Fragment } from "react";
import { Kbd } from "@/components/ui/kbd";
import { isMac } from "@/hooks/use-key-label";
import { useMessages } from "@/lib/i18n";
import { alternatives, keyCaps } from "@/lib/keymap";

/** Keys as they are on the keyboard: "g then a", "s or f". */
export function KeyCaps({ keys }: { keys: string }) {
  const say = useMessages("keyboard");
  const all = alternatives(keys);
  if (all.length === 0) return <span className="text-sm text-soft">{say("none")}</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {all.map((one, index) => (
        <Fragment key={one}>
          {index > 0 && <span className="text-xs text-soft">{say("or")}</span>}
          {keyCaps(one, isMac).map((cap, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: "g g" has the same cap twice
            <Kbd key={place}>{cap === "Space" ? say("space") : cap}</Kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
