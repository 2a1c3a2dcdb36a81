import { CloudOff, CloudUpload, type LucideIcon, RefreshCw } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { refusedCount, update, waitingCount } from "@/device/status";
import { useIsOffline } from "@/hooks/use-is-offline";
import { useMessages } from "@/lib/i18n";
import { useShared } from "@/lib/shared-value";
import { toast } from "@/state/toasts";

// What is sent within this time need not be spoken of.
const PATIENCE = 3_000;

/** What a reader should know of this device: no network, changes that wait, a new version. */
export function DeviceNotices() {
  const say = useMessages("layout");
  const isOffline = useIsOffline();
  const waiting = useShared(waitingCount);
  const isHeldUp = useLasting(waiting > 0);
  const use = useShared(update);
  useRefusals();
  return (
    <>
      {isOffline && (
        <Line icon={CloudOff}>
          {say("offlineReading")} {waiting > 0 && say("changesWaiting", { count: waiting })}
        </Line>
      )}
      {!isOffline && isHeldUp && (
        <Line icon={CloudUpload}>{say("changesWaiting", { count: waiting })}</Line>
      )}
      {use && (
        <Line icon={RefreshCw}>
          {say("newVersion")}{" "}
          <button
            type="button"
            onClick={use}
            className="reach font-medium text-accent underline underline-offset-4"
          >
            {say("reload")}
          </button>
        </Line>
      )}
    </>
  );
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 border-b border-line bg-side px-4 py-1.5 text-sm text-soft">
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}

/** Whether something has been so for a while. */
function useLasting(isSo: boolean): boolean {
  const [isLasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isSo) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [isSo]);
  return isLasting;
}

function useRefusals(): void {
  const say = useMessages("layout");
  const refused = useShared(refusedCount);
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once for each answer
  useEffect(() => {
    if (refused === 0) return;
    toast({ text: say("changesRefused", { count: refused }), look: "danger" });
    refusedCount.set(0);
  }, [refused]);
}
