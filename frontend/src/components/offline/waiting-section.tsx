import { SettingsSection } from "@/components/settings/settings-section";
import { Button } from "@/components/ui/button";
import { waitingCount } from "@/device/status";
import { useMessages } from "@/lib/i18n";
import { useShared } from "@/lib/shared-value";
import { useSendNow } from "@/offline/storage";

/** Marks and notes that the server does not know yet. */
export function WaitingSection() {
  const say = useMessages("offline");
  const count = useShared(waitingCount);
  const send = useSendNow();
  const button = (
    <Button busy={send.isPending} onClick={() => send.mutate(undefined)}>
      {say("sendNow")}
    </Button>
  );
  return (
    <SettingsSection
      title={say("waitingTitle")}
      text={count === 0 ? say("waitingNone") : say("waitingText", { count })}
      action={count > 0 && button}
    >
      {send.isError && count > 0 && (
        <p role="alert" className="text-sm text-danger">
          {say("sendFailed")}
        </p>
      )}
    </SettingsSection>
  );
}
