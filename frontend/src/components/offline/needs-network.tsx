import { CloudOff } from "lucide-react";
import type { ReactNode } from "react";
import { useIsOffline } from "@/hooks/use-is-offline";
import { useMessages } from "@/lib/i18n";

interface NeedsNetworkProps {
  /** The reason is given elsewhere on the page already. */
  quiet?: boolean;
  children: ReactNode;
}

/** What is inside can be used only with a network; without one it says so. */
export function NeedsNetwork({ quiet = false, children }: NeedsNetworkProps) {
  const say = useMessages("layout");
  const isOffline = useIsOffline();
  return (
    <>
      {isOffline && !quiet && (
        <p className="mb-4 flex items-center gap-2 rounded-md bg-hover px-3 py-2 text-sm text-soft">
          <CloudOff aria-hidden="true" className="size-4 shrink-0" />
          {say("needsNetwork")}
        </p>
      )}
      <fieldset disabled={isOffline} className="min-w-0">
        {children}
      </fieldset>
    </>
  );
}
