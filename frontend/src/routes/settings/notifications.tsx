import { Link } from "@tanstack/react-router";
import { BellRing, Monitor, Smartphone } from "lucide-react";
import { ListRow, RowList } from "@/components/settings/row-list";
import { SettingsSection } from "@/components/settings/settings-section";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { PushState } from "@/device/push-device";
import { useErrorText } from "@/hooks/use-error-text";
import { useFormat } from "@/hooks/use-format";
import { useKeptFocus } from "@/hooks/use-kept-focus";
import { useMessages } from "@/lib/i18n";
import { deviceName, isPhone } from "@/lib/user-agent";
import {
  type PushDevice,
  useAllowPush,
  useForbidPush,
  usePushDevices,
  usePushState,
  useTestPush,
} from "@/queries/push";
import { toast } from "@/state/toasts";

export function NotificationsPage() {
  const say = useMessages("notifications");
  const devices = usePushDevices();
  return (
    <>
      <SettingsSection title={say("here")} text={say("hereText")}>
        <ThisBrowser devices={devices.data ?? []} />
        <p className="text-sm">
          <Link to="/manage/rules" className="reach text-accent underline underline-offset-4">
            {say("toRules")}
          </Link>
        </p>
      </SettingsSection>
      <SettingsSection title={say("devices")} text={say("devicesText")}>
        <RowList query={devices} empty={say("noDevices")}>
          {(device) => <DeviceRow key={device.id} device={device} />}
        </RowList>
      </SettingsSection>
    </>
  );
}

function ThisBrowser({ devices }: { devices: readonly PushDevice[] }) {
  const state = usePushState().data;
  const allow = useAllowPush();
  const kept = useKeptFocus();
  const isKnown = devices.some((one) => one.is_this_session);
  return (
    <div {...kept} tabIndex={-1} className="outline-none">
      {state && <Allowance state={state} isKnown={isKnown} allow={allow} />}
    </div>
  );
}

interface AllowanceProps {
  state: PushState;
  isKnown: boolean;
  allow: ReturnType<typeof useAllowPush>;
}

function Allowance({ state, isKnown, allow }: AllowanceProps) {
  const say = useMessages("notifications");
  const errorText = useErrorText();
  if (state === "unsupported") return <p className="text-sm text-soft">{say("unsupported")}</p>;
  if (state === "blocked") return <p className="text-sm text-soft">{say("blocked")}</p>;
  if (state === "on" && isKnown) {
    return (
      <p className="flex items-center gap-2 text-sm">
        <BellRing aria-hidden="true" className="size-4 text-good" />
        {say("isOn")}
      </p>
    );
  }
  return (
    <div>
      <Button look="primary" busy={allow.isPending} onClick={() => allow.mutate(undefined)}>
        {say("allow")}
      </Button>
      {allow.error && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {isOurs(allow.error) ? errorText(allow.error) : say("notAllowed")}
        </p>
      )}
    </div>
  );
}

/** The browser's own refusals come in its own words. */
function isOurs(error: Error): boolean {
  return error.name === "ApiError" || error.name === "NetworkError";
}

function DeviceRow({ device }: { device: PushDevice }) {
  const say = useMessages("notifications");
  const format = useFormat();
  const errorText = useErrorText();
  const forbid = useForbidPush();
  const test = useTestPush();
  const name = deviceName(device.user_agent) || device.service;
  const onError = (error: Error) => toast({ text: errorText(error), look: "danger" });
  const state =
    device.last_ok_at === null
      ? say("nothingYet")
      : say("lastSent", { when: format.ago(device.last_ok_at) });
  return (
    <ListRow
      icon={isPhone(device.user_agent) ? Smartphone : Monitor}
      title={
        <>
          {name}
          {device.is_this_session && <Badge look="good">{say("thisDevice")}</Badge>}
          {device.failures > 0 && (
            <Badge look="warning">{say("failures", { count: device.failures })}</Badge>
          )}
        </>
      }
      facts={[state, device.service]}
    >
      <div className="flex gap-2">
        <Button
          busy={test.isPending}
          aria-label={say("testNamed", { name })}
          onClick={() =>
            test.mutate(device.id, {
              onSuccess: () => toast({ text: say("testSent") }),
              onError,
            })
          }
        >
          {say("test")}
        </Button>
        <Button
          busy={forbid.isPending}
          aria-label={say("stopNamed", { name })}
          onClick={() => forbid.mutate(device, { onError })}
        >
          {say("stop")}
        </Button>
      </div>
    </ListRow>
  );
}
