import { useMessages } from "@/lib/i18n";
import { toast } from "@/state/toasts";
import { copy, type Shared, type ShareOutcome, share } from "./share-link";

/** Share or copy, and show what became of it. */
export function useShare() {
  const say = useMessages("entry");
  const showOutcome = (outcome: ShareOutcome) => {
    if (outcome === "copied") toast({ text: say("copied") });
    if (outcome === "failed") toast({ text: say("copyFailed"), look: "danger" });
  };
  return {
    share: async (shared: Shared) => showOutcome(await share(shared)),
    copy: async (text: string) => showOutcome(await copy(text)),
  };
}
