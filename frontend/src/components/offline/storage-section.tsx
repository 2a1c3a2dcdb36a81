import { SettingsSection } from "@/components/settings/settings-section";
import { Button } from "@/components/ui/button";
import { useFormat } from "@/hooks/use-format";
import { useKeptFocus } from "@/hooks/use-kept-focus";
import { useMessages } from "@/lib/i18n";
import { type DeviceStorage, useAskToKeep, useFreeUp } from "@/offline/storage";
import { toast } from "@/state/toasts";

/** How much room is used, whether it lasts, and how to free it up. */
export function StorageSection({ storage }: { storage: DeviceStorage | undefined }) {
  const say = useMessages("offline");
  const free = useFreeUp();
  const kept = useKeptFocus();
  const withToast = { onSuccess: () => toast({ text: say("freed") }) };
  return (
    <SettingsSection title={say("storageTitle")}>
      {storage && <Room storage={storage} />}
      <div {...kept} tabIndex={-1} className="flex flex-wrap gap-x-2 gap-y-4 outline-none">
        {storage && <Lasting isLasting={storage.isLasting} />}
        <Button
          disabled={storage?.pictures === 0}
          busy={free.isPending && free.variables === "pictures"}
          onClick={() => free.mutate("pictures", withToast)}
        >
          {say("freePictures")}
        </Button>
        <Button
          disabled={storage?.entries === 0}
          busy={free.isPending && free.variables === "everything"}
          onClick={() => free.mutate("everything", withToast)}
        >
          {say("freeEverything")}
        </Button>
      </div>
    </SettingsSection>
  );
}

function Room({ storage: { used, available } }: { storage: DeviceStorage }) {
  const say = useMessages("offline");
  const format = useFormat();
  if (used === null || available === null) return null;
  return (
    <p className="text-sm text-soft">
      {say("used", { used: format.bytes(used), available: format.bytes(available) })}
    </p>
  );
}

function Lasting({ isLasting }: { isLasting: boolean }) {
  const say = useMessages("offline");
  const ask = useAskToKeep();
  if (isLasting) return <p className="w-full text-sm text-soft">{say("isLasting")}</p>;
  return (
    <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2">
      <p className="text-sm text-soft">
        {ask.data === false ? say("keepRefused") : say("isNotLasting")}
      </p>
      <Button busy={ask.isPending} onClick={() => ask.mutate(undefined)}>
        {say("askToKeep")}
      </Button>
    </div>
  );
}
