import { LastDigests } from "@/components/digest/last-digests";
import { PlanFields } from "@/components/digest/plan-fields";
import { ChoiceGroup } from "@/components/settings/choice-group";
import { SettingsSection } from "@/components/settings/settings-section";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useErrorText } from "@/hooks/use-error-text";
import { defaultPlan, planFields } from "@/lib/digest-plan";
import { useMessages } from "@/lib/i18n";
import {
  type DigestPlan,
  useDigestPlan,
  useLastDigests,
  useSetDigestPlan,
  useWriteDigestNow,
} from "@/queries/digests";
import { toast } from "@/state/toasts";

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
      <SettingsSection title={say("last")} action={plan.data && <WriteNow plan={plan.data} />}>
        <LastDigests isOn={Boolean(plan.data)} />
      </SettingsSection>
    </>
  );
}

function WriteNow({ plan }: { plan: DigestPlan }) {
  const say = useMessages("digest");
  const errorText = useErrorText();
  const write = useWriteDigestNow();
  // Until it is begun, the plan stays as the answer gave it.
  const isAsked = write.data?.next_at === plan.next_at;
  const isWriting = useLastDigests().data?.some((digest) => digest.made_at === null);
  const send = () =>
    write.mutate(undefined, {
      onSuccess: () => toast({ text: say("writesNow") }),
      onError: (error) => toast({ text: errorText(error) ?? "", look: "danger" }),
    });
  return (
    <Button busy={write.isPending} disabled={isAsked || isWriting} onClick={send}>
      {say("writeNow")}
    </Button>
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
