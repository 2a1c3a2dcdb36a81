import { CloudOff, RefreshCw } from "lucide-react";
import { useMessages } from "@/lib/i18n";
import { useConnection } from "@/queries/live-state";

/** Quiet while all is well; says so when live updates are away. */
export function ConnectionMark() {
  const say = useMessages("layout");
  const connection = useConnection();
  const isFirstTry = connection.state === "connecting" && connection.failures === 0;
  const isQuiet = connection.state === "live" || isFirstTry;
  return (
    <span role="status" className="inline-flex items-center gap-1 text-xs text-soft">
      {!isQuiet && connection.state === "offline" && (
        <>
          <CloudOff aria-hidden="true" className="size-3.5" /> {say("offline")}
        </>
      )}
      {!isQuiet && connection.state !== "offline" && (
        <>
          <RefreshCw aria-hidden="true" className="size-3.5" /> {say("reconnecting")}
        </>
      )}
    </span>
  );
}
