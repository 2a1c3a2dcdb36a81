import { BrainCircuit } from "lucide-react";
import { AiTasks } from "@/components/admin/ai-tasks";
import { Figures } from "@/components/admin/figures";
import { Reprocess } from "@/components/admin/reprocess";
import { LedgerChart } from "@/components/charts/ledger-chart";
import { SettingsSection } from "@/components/settings/settings-section";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import type { AiStatus } from "@/queries/ai";
import { useAiStatus } from "@/queries/ai-status";

export function AdminAiPage() {
  const say = useMessages("admin");
  const status = useAiStatus();
  if (status.error)
    return <ErrorState error={status.error} onRetry={() => void status.refetch()} />;
  if (!status.data) return <Skeleton className="h-60 w-full" />;
  if (!status.data.enabled)
    return <EmptyState icon={BrainCircuit} title={say("noAi")} text={say("noAiText")} />;
  return (
    <>
      <SettingsSection title={say("provider")}>
        <State status={status.data} />
      </SettingsSection>
      <SettingsSection title={say("ledger")} text={say("ledgerText")}>
        <LedgerChart everybody />
      </SettingsSection>
      <SettingsSection title={say("queue")} text={say("queueText")}>
        <AiTasks status={status.data} />
      </SettingsSection>
      <SettingsSection title={say("again")} text={say("againText")}>
        <Reprocess />
      </SettingsSection>
    </>
  );
}

function State({ status }: { status: AiStatus }) {
  const say = useMessages("admin");
  const format = useFormat();
  const breaker = {
    CLOSED: say("breakerClosed"),
    OPEN: say("breakerOpen"),
    HALF: say("breakerHalf"),
  }[status.circuit_breaker];
  const until = status.open_until ?? status.limited_until;
  const used = ({ tokens, cap }: AiStatus["day"]) =>
    cap === null ? format.count(tokens) : `${format.count(tokens)} / ${format.count(cap)}`;
  return (
    <Figures
      figures={[
        { name: say("model"), value: status.model ?? "–", note: status.provider },
        {
          name: say("breaker"),
          value: breaker,
          note: until === null ? undefined : say("nextTry", { when: format.ago(until) }),
        },
        { name: say("tokensToday"), value: used(status.day) },
        { name: say("tokensMonth"), value: used(status.month) },
      ]}
    />
  );
}
