import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { type FetchDraft, RETRY_POLICIES, type RetryPolicy } from "@/lib/feed-settings-draft";
import { useMessages } from "@/lib/i18n";
import { INTERVALS, useIntervalText } from "./intervals";

interface FetchFieldsProps {
  draft: FetchDraft;
  hasLogin: boolean;
  onChange: (change: Partial<FetchDraft>) => void;
}

export function FetchFields({ draft, hasLogin, onChange }: FetchFieldsProps) {
  const say = useMessages("manage");
  return (
    <>
      <Switch
        label={say("fullText")}
        hint={say("fullTextHint")}
        checked={draft.fullText}
        onChange={(fullText) => onChange({ fullText })}
      />
      <Switch
        label={say("polling")}
        hint={say("pollingHint")}
        checked={draft.polling}
        onChange={(polling) => onChange({ polling })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <IntervalSelect interval={draft.interval} onChange={onChange} />
        <Select<RetryPolicy | "">
          label={say("retryPolicy")}
          value={draft.retryPolicy ?? ""}
          options={[
            { value: "", label: say("retry_usual") },
            ...RETRY_POLICIES.map((value) => ({ value, label: say(`retry_${value}`) })),
          ]}
          onChange={(value) => onChange({ retryPolicy: value === "" ? null : value })}
        />
      </div>
      <LoginFields draft={draft} hasLogin={hasLogin} onChange={onChange} />
      <AdvancedFields draft={draft} onChange={onChange} />
    </>
  );
}

type PartProps = Pick<FetchFieldsProps, "draft" | "onChange">;

function IntervalSelect({
  interval,
  onChange,
}: Pick<FetchDraft, "interval"> & Pick<FetchFieldsProps, "onChange">) {
  const say = useMessages("manage");
  const intervalText = useIntervalText();
  // One that was set by other means is kept among the choices.
  const known: number[] = [...INTERVALS];
  if (interval !== null && !known.includes(interval)) known.push(interval);
  return (
    <Select
      label={say("intervalLabel")}
      value={interval === null ? "" : String(interval)}
      options={[
        { value: "", label: say("interval_auto") },
        ...known.map((one) => ({ value: String(one), label: intervalText(one) })),
      ]}
      onChange={(value) => onChange({ interval: value === "" ? null : Number(value) })}
    />
  );
}

function LoginFields({ draft, hasLogin, onChange }: FetchFieldsProps) {
  const say = useMessages("manage");
  const isKept = hasLogin && !draft.dropsLogin;
  return (
    <fieldset>
      <legend className="text-sm font-medium">{say("login")}</legend>
      <p className="mb-2 text-sm text-soft">{say(isKept ? "loginKept" : "loginText")}</p>
      {isKept ? (
        <Button onClick={() => onChange({ dropsLogin: true })}>{say("loginRemove")}</Button>
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={say("loginUser")}
            required={draft.password !== ""}
            autoComplete="off"
            autoCapitalize="none"
            maxLength={1000}
            value={draft.username}
            onChange={(event) => onChange({ username: event.target.value })}
          />
          <TextField
            label={say("loginPassword")}
            type="password"
            autoComplete="new-password"
            maxLength={1000}
            value={draft.password}
            onChange={(event) => onChange({ password: event.target.value })}
          />
        </div>
      )}
    </fieldset>
  );
}

function AdvancedFields({ draft, onChange }: PartProps) {
  const say = useMessages("manage");
  return (
    <details>
      <summary className="cursor-pointer py-1.5 text-sm font-medium">{say("advanced")}</summary>
      <div className="mt-2 flex flex-col gap-4">
        <TextField
          label={say("userAgent")}
          hint={say("userAgentHint")}
          maxLength={500}
          dir="ltr"
          value={draft.userAgent}
          onChange={(event) => onChange({ userAgent: event.target.value })}
        />
        <TextField
          label={say("proxy")}
          hint={say("proxyHint")}
          maxLength={1000}
          dir="ltr"
          value={draft.proxy}
          onChange={(event) => onChange({ proxy: event.target.value })}
        />
        <Switch
          label={say("enforceDomain")}
          checked={draft.enforceDomain}
          onChange={(enforceDomain) => onChange({ enforceDomain })}
        />
        <Switch
          label={say("allowDuplicates")}
          checked={draft.allowDuplicates}
          onChange={(allowDuplicates) => onChange({ allowDuplicates })}
        />
      </div>
    </details>
  );
}
