import { LastDigests } from "@/components/digest/last-digests";
import { PlanFields } from "@/components/digest/plan-fields";
import { ChoiceGroup } from "@/components/settings/choice-group";
import { SettingsSection } from "@/components/settings/settings-section";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useErrorText } from "@/hooks/use-error-text";
import { defaultPlan, planFields } from "@/lib/digest-plan";
import { useMessages } from "@/lib/i18n";
import { type DigestPlan, useDigestPlan, useSetDigestPlan } from "@/queries/digests";

const EVERY = ["off", "daily", "weekly"] as const;

export function DigestPage() {
  const say = useMessages("digest");
  const plan = useDigestPlan();
  return (
    <>
      <SettingsSection title={say("title")} text={say("text")}>
        {plan.error ? (
          <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />
        ) : plan.data === undefined ? (
          <Skeleton className="h-40 w-full" />
        ) : (
          <Plan plan={plan.data} />
        )}
      </SettingsSection>
      <SettingsSection title={say("last")}>
        <LastDigests isOn={Boolean(plan.data)} />
      </SettingsSection>
    </>
  );
}

function Plan({ plan }: { plan: DigestPlan | null }) {
  const say = useMessages("digest");
  const errorText = useErrorText();
  const { mutate: set, error } = useSetDigestPlan();
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const fields = plan ? planFields(plan) : defaultPlan(here);
  return (
    <>
      <ChoiceGroup
        label={say("every")}
        value={plan?.every ?? "off"}
        choices={EVERY.map((value) => ({ value, label: say(value) }))}
        onChange={(every) => set(every === "off" ? null : { ...fields, every })}
      />
      {plan && (
        <PlanFields
          plan={plan}
          here={here}
          onChange={(change) => set({ ...fields, ...change })}
        />
      )}
      {error && (
        <p role="alert" className="text-sm text-danger">
          {errorText(error)}
        </p>
      )}
    </>
  );
}
