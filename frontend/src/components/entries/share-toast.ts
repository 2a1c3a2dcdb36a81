import { useMessages } from "@/lib/i18n";
import { toast } from "@/state/toasts";
import { copy, type Shared, type ShareOutcome, share } from "./share-link";

/** Share or copy, and tell what became of it. */
export function useShare() {
  const say = useMessages("entry");
  const tell = (outcome: ShareOutcome) => {
    if (outcome === "copied") toast({ text: say("copied") });
    if (outcome === "failed") toast({ text: say("copyFailed"), look: "danger" });
  };
  return {
    share: async (shared: Shared) => tell(await share(shared)),
    copy: async (text: string) => tell(await copy(text)),
  };
}
