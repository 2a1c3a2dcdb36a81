import type { Status } from "@/api/types";
import { CleanUps } from "@/components/admin/clean-ups";
import { DatabaseSizes } from "@/components/admin/database-sizes";
import { Figures } from "@/components/admin/figures";
import { Vacuum } from "@/components/admin/vacuum";
import { useProblemText } from "@/components/health/problem-text";
import { SettingsSection } from "@/components/settings/settings-section";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { useUsers } from "@/queries/admin";
import { useStatus } from "@/queries/feeds";

export function OverviewPage() {
  const say = useMessages("admin");
  const status = useStatus();
  return (
    <>
      <SettingsSection title={say("status")}>
        {status.error && !status.data ? (
          <ErrorState error={status.error} onRetry={() => void status.refetch()} />
        ) : (
          <State status={status.data} />
        )}
      </SettingsSection>
      <SettingsSection title={say("growth")} text={say("growthText")}>
        <DatabaseSizes />
      </SettingsSection>
      <SettingsSection title={say("cleanUp")} text={say("cleanUpText")}>
        <CleanUps />
      </SettingsSection>
      <SettingsSection title={say("space")} text={say("spaceText")}>
        <Vacuum />
      </SettingsSection>
    </>
  );
}

function State({ status }: { status: Status | undefined }) {
  const say = useMessages("admin");
  const format = useFormat();
  const problemText = useProblemText();
  const users = useUsers().data;
  if (!status) return <Skeleton className="h-40 w-full" />;
  const problems = problemText(status);
  const measured =
    status.measured_at === null
      ? undefined
      : say("measured", { when: format.ago(status.measured_at) });
  return (
    <>
      <p className={problems.length > 0 ? "text-warning" : "text-good"}>
        {problems.length > 0 ? problems.join(" ") : say("allWell")}
      </p>
      <Figures
        figures={[
          {
            name: say("worker"),
            value: status.worker_alive ? say("runs") : say("stopped"),
            note: status.worker_alive ? undefined : say("stoppedHint"),
          },
          {
            name: say("database"),
            value: status.database_bytes === null ? "–" : format.bytes(status.database_bytes),
            note: measured,
          },
          { name: say("users"), value: users ? format.number(users.length) : "…" },
          { name: say("aiQueue"), value: format.number(status.queue_size) },
          { name: say("version"), value: status.version },
        ]}
      />
    </>
  );
}
