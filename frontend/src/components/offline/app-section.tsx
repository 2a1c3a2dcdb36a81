import { SettingsSection } from "@/components/settings/settings-section";
import { Button } from "@/components/ui/button";
import { Switch } from "@/components/ui/switch";
import { isInstalled, useInstall } from "@/device/install";
import { useMessages } from "@/lib/i18n";
import { useChangePreferences, usePreferences } from "@/queries/preferences";
import { NeedsNetwork } from "./needs-network";

/** Tidings as an app of this device. */
export function AppSection() {
  const say = useMessages("offline");
  const install = useInstall();
  const isThere = isInstalled();
  return (
    <SettingsSection
      title={say("appTitle")}
      text={isThere ? say("installed") : say("appText")}
      action={
        install && (
          <Button look="primary" onClick={() => void install()}>
            {say("install")}
          </Button>
        )
      }
    >
      {!isThere && !install && (
        <p className="text-sm text-soft">
          {isSecureContext ? say("installHint") : say("insecure")}
        </p>
      )}
      <NeedsNetwork quiet>
        <Counts />
      </NeedsNetwork>
    </SettingsSection>
  );
}

function Counts() {
  const say = useMessages("offline");
  const { countInTitle, countOnIcon } = usePreferences();
  const { mutate: change } = useChangePreferences();
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label={say("countInTitle")}
        checked={countInTitle}
        onChange={(isOn) => change({ countInTitle: isOn })}
      />
      <Switch
        label={say("countOnIcon")}
        checked={countOnIcon}
        onChange={(isOn) => change({ countOnIcon: isOn })}
      />
    </div>
  );
}
