import { PreferenceSlider } from "@/components/settings/preference-slider";
import { SettingsSection } from "@/components/settings/settings-section";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { fillState } from "@/device/status";
import { useFormat } from "@/hooks/use-format";
import { useIsOffline } from "@/hooks/use-is-offline";
import { useMessages } from "@/lib/i18n";
import { useShared } from "@/lib/shared-value";
import { type DeviceStorage, useFillNow } from "@/offline/storage";
import { useChangePreferences, usePreferences } from "@/queries/preferences";
import { NeedsNetwork } from "./needs-network";

const MEGABYTE = 1_000_000;

/** What is kept for reading, how far it is, and how much it may be. */
export function ReadingSection({ storage }: { storage: DeviceStorage | undefined }) {
  const say = useMessages("offline");
  const fill = useShared(fillState);
  const fillNow = useFillNow();
  const isOffline = useIsOffline();
  return (
    <SettingsSection
      title={say("title")}
      text={say("text")}
      action={
        <Button
          busy={fill.isRunning}
          disabled={isOffline}
          onClick={() => fillNow.mutate(undefined)}
        >
          {say("loadNow")}
        </Button>
      }
    >
      <div role="status" className="flex flex-col gap-2">
        <Stored storage={storage} />
        {fill.isRunning && fill.total > 0 && <FillProgress {...fill} />}
        {fill.problem === "full" && <p className="text-sm text-danger">{say("full")}</p>}
      </div>
      <NeedsNetwork>
        <Limits />
      </NeedsNetwork>
    </SettingsSection>
  );
}

function Stored({ storage }: { storage: DeviceStorage | undefined }) {
  const say = useMessages("offline");
  const format = useFormat();
  const { entries = 0, pictures = 0, pictureBytes = 0 } = storage ?? {};
  return (
    <p className="text-sm tabular-nums">
      {say("stored", { count: entries })}
      <span aria-hidden="true"> · </span>
      {say("pictures", { count: pictures, size: format.bytes(pictureBytes) })}
    </p>
  );
}

function FillProgress({ done, total }: { done: number; total: number }) {
  const say = useMessages("offline");
  const text = say("filling", { done, total });
  return (
    <div className="flex flex-col gap-1.5">
      <Progress label={text} value={done} max={total} />
      <p aria-hidden="true" className="text-sm tabular-nums text-soft">
        {text}
      </p>
    </div>
  );
}

function Limits() {
  const say = useMessages("offline");
  const format = useFormat();
  const { offlineEntries, offlineImageMegabytes } = usePreferences();
  const { mutate: change } = useChangePreferences();
  const sayRoom = (megabytes: number) =>
    megabytes === 0 ? say("entriesNone") : format.bytes(megabytes * MEGABYTE);
  return (
    <div className="flex max-w-md flex-col gap-5">
      <PreferenceSlider
        label={say("entriesLabel")}
        value={offlineEntries}
        min={0}
        max={2000}
        step={100}
        text={(count) => (count === 0 ? say("entriesNone") : say("entriesValue", { count }))}
        onChange={(value) => change({ offlineEntries: value })}
      />
      <PreferenceSlider
        label={say("picturesLabel")}
        hint={say("picturesHint")}
        value={offlineImageMegabytes}
        min={0}
        max={1000}
        step={50}
        text={sayRoom}
        onChange={(value) => change({ offlineImageMegabytes: value })}
      />
    </div>
  );
}
