import { BrainCircuit } from "lucide-react";
import { LedgerChart } from "@/components/charts/ledger-chart";
import { AiKeyForm } from "@/components/settings/ai-key-form";
import { PreferenceSlider } from "@/components/settings/preference-slider";
import { SettingsSection } from "@/components/settings/settings-section";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { useFormat } from "@/hooks/use-format";
import { useLanguage, useMessages } from "@/lib/i18n";
import { namedLanguages } from "@/lib/summary-languages";
import {
  type AiPreferences,
  type AiStatus,
  LARGEST_BACKLOG,
  useAiPreferences,
  useBacklogEstimate,
  useChangeAiPreferences,
} from "@/queries/ai";
import { useAiStatus } from "@/queries/ai-status";
import { useChangePreferences, usePreferences } from "@/queries/preferences";

export function AiSettingsPage() {
  const say = useMessages("ai");
  const status = useAiStatus();
  if (status.error)
    return <ErrorState error={status.error} onRetry={() => void status.refetch()} />;
  if (!status.data) return <Skeleton className="h-40 w-full" />;
  if (!status.data.enabled)
    return <EmptyState icon={BrainCircuit} title={say("none")} text={say("noneText")} />;
  // What is cut out of the text costs nothing: no key, no ledger.
  const isPaid = status.data.shows === "ai";
  return (
    <>
      <AiSwitches status={status.data} />
      {isPaid && (
        <>
          <SettingsSection title={say("ownKeyTitle")} text={say("ownKeyText")}>
            <AiKeyForm hasKey={status.data.own_key} />
          </SettingsSection>
          <SettingsSection title={say("ledger")} text={say("ledgerText")}>
            <LedgerChart everybody={false} />
          </SettingsSection>
        </>
      )}
    </>
  );
}

function AiSwitches({ status }: { status: AiStatus }) {
  const say = useMessages("ai");
  const language = useLanguage();
  const aiPreferences = useAiPreferences(status);
  const { mutate: change } = useChangeAiPreferences();
  const isExcerpt = status.shows === "excerpt";
  const languages = [{ value: "", label: say("languageAuto") }, ...namedLanguages(language)];
  const source = isExcerpt
    ? say("excerptText")
    : say("modelText", { provider: status.provider, model: status.model ?? "" });
  return (
    <SettingsSection title={say("title")} text={source}>
      <Switch
        label={isExcerpt ? say("wantExcerpts") : say("wantAi")}
        hint={isExcerpt ? undefined : say("wantAiHint")}
        checked={aiPreferences.ai}
        onChange={(ai) => change({ ai })}
      />
      {status.deframes && (
        <Switch
          label={say("wantDeframing")}
          hint={say("wantDeframingHint")}
          checked={aiPreferences.ai && aiPreferences.ai_deframing}
          disabled={!aiPreferences.ai}
          onChange={(ai_deframing) => change({ ai_deframing })}
        />
      )}
      {status.deframes && aiPreferences.ai && aiPreferences.ai_deframing && <Ceiling />}
      {!isExcerpt && (
        <div className="max-w-xs">
          <Select
            label={say("summaryLanguage")}
            value={aiPreferences.summary_language}
            options={languages}
            disabled={!aiPreferences.ai}
            onChange={(summary_language) => change({ summary_language })}
          />
        </div>
      )}
      <Backlog aiPreferences={aiPreferences} isPaid={!isExcerpt} onChange={change} />
    </SettingsSection>
  );
}

interface BacklogProps {
  aiPreferences: AiPreferences;
  isPaid: boolean;
  onChange: (change: Partial<AiPreferences>) => void;
}

/** How many entries of each feed are done when it is followed, and what that takes. Shown
 * before AI is switched on, too: that begins at once. */
function Backlog({ aiPreferences, isPaid, onChange }: BacklogProps) {
  const say = useMessages("ai");
  const format = useFormat();
  const { data } = useBacklogEstimate(aiPreferences.ai_backlog, aiPreferences);
  const estimate = aiPreferences.ai ? "backlogEstimate" : "backlogEstimateFirst";
  const numbers = data && {
    calls: format.number(data.calls),
    tokens: format.number(data.tokens_in + data.tokens_out),
  };
  return (
    <div className="max-w-md">
      <PreferenceSlider
        label={say("backlog")}
        hint={say("backlogHint")}
        value={aiPreferences.ai_backlog}
        min={0}
        max={LARGEST_BACKLOG}
        step={5}
        text={(count) => say("backlogValue", { count })}
        onChange={(ai_backlog) => onChange({ ai_backlog })}
      />
      <p role="status" className="mt-2 min-h-5 text-sm text-soft">
        {data?.calls === 0 && aiPreferences.ai_backlog > 0 && say("backlogDone")}
        {numbers && data.calls > 0 && isPaid && say(estimate, numbers)}
        {numbers && data.calls > 0 && !isPaid && say("backlogFree", numbers)}
      </p>
    </div>
  );
}

function Ceiling() {
  const say = useMessages("ai");
  const preferences = usePreferences();
  const { mutate: change } = useChangePreferences();
  return (
    <div className="max-w-md">
      <PreferenceSlider
        label={say("ceiling")}
        hint={say("ceilingHint")}
        value={Math.round(preferences.framingCeiling * 100)}
        min={0}
        max={100}
        step={5}
        text={(value) => say("percent", { value })}
        onChange={(value) => change({ framingCeiling: value / 100 })}
      />
    </div>
  );
}
