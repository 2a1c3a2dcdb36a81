import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import { useFormat } from "@/hooks/use-format";
import {
  firstDayOf,
  HOURS,
  hourName,
  lengthsWith,
  weekdayName,
  weekdaysFrom,
} from "@/lib/digest-plan";
import { useLanguage, useMessages } from "@/lib/i18n";
import { namedLanguages } from "@/lib/summary-languages";
import type { DigestPlan, DigestPlanFields } from "@/queries/digests";
import { MailSwitch } from "./mail-switch";

interface PlanFieldsProps {
  plan: DigestPlan;
  /** The time zone of this device. */
  here: string;
  onChange: (change: Partial<DigestPlanFields>) => void;
}

export function PlanFields({ plan, here, onChange }: PlanFieldsProps) {
  const say = useMessages("digest");
  const format = useFormat();
  const language = useLanguage();
  return (
    <>
      <div className="grid max-w-md gap-4 sm:grid-cols-2">
        {plan.every === "weekly" && (
          <NumberSelect
            label={say("weekday")}
            value={plan.weekday}
            values={weekdaysFrom(firstDayOf(language))}
            text={(weekday) => weekdayName(language, weekday)}
            onChange={(weekday) => onChange({ weekday })}
          />
        )}
        <NumberSelect
          label={say("hour")}
          value={plan.hour}
          values={HOURS}
          text={(hour) => hourName(language, hour)}
          onChange={(hour) => onChange({ hour })}
        />
        <NumberSelect
          label={say("length")}
          value={plan.length}
          values={lengthsWith(plan.length)}
          text={(count) => say("entries", { count })}
          onChange={(length) => onChange({ length })}
        />
        <LanguageSelect plan={plan} onChange={onChange} />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        {plan.next_at > 0 && <p>{say("next", { when: format.dateTime(plan.next_at) })}</p>}
        <p>{say("timeZone", { zone: plan.time_zone })}</p>
        {plan.time_zone !== here && (
          <Button onClick={() => onChange({ time_zone: here })}>
            {say("useTimeZone", { zone: here })}
          </Button>
        )}
      </div>
      <MailSwitch isOn={plan.by_mail} onChange={(by_mail) => onChange({ by_mail })} />
    </>
  );
}

interface NumberSelectProps {
  label: string;
  value: number;
  values: readonly number[];
  text: (value: number) => string;
  onChange: (value: number) => void;
}

function NumberSelect({ label, value, values, text, onChange }: NumberSelectProps) {
  return (
    <Select
      label={label}
      value={String(value)}
      options={values.map((one) => ({ value: String(one), label: text(one) }))}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}

function LanguageSelect({ plan, onChange }: Pick<PlanFieldsProps, "plan" | "onChange">) {
  const say = useMessages("digest");
  const named = namedLanguages(useLanguage());
  const chosen = plan.language ?? "";
  // One that was set elsewhere, by another program.
  const isOther = chosen !== "" && !named.some(({ value }) => value === chosen);
  return (
    <Select
      label={say("language")}
      value={chosen}
      options={[
        { value: "", label: say("languageAuto") },
        ...(isOther ? [{ value: chosen, label: chosen }] : []),
        ...named,
      ]}
      onChange={(language) => onChange({ language: language === "" ? null : language })}
    />
  );
}
