import { CircleAlert, CircleCheck } from "lucide-react";
import type { Status } from "@/api/types";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { useStatus } from "@/queries/feeds";
import { useProblemText } from "./problem-text";

/** How the installation itself is doing. */
export function InstanceHealth() {
  const status = useStatus();
  if (status.error && !status.data)
    return <ErrorState error={status.error} onRetry={() => void status.refetch()} />;
  if (!status.data) return <Skeleton className="h-48 w-full md:h-28" />;
  return <Figures status={status.data} />;
}

function Figures({ status }: { status: Status }) {
  const say = useMessages("health");
  const format = useFormat();
  const problems = useProblemText()(status);
  const isWell = problems.length === 0 && status.worker_alive;
  const Icon = isWell ? CircleCheck : CircleAlert;
  const figures = [
    [say("feeds"), format.number(status.feeds)],
    [say("entries"), format.number(status.entries)],
    [
      say("database"),
      status.database_bytes === null ? "–" : format.bytes(status.database_bytes),
    ],
    [say("worker"), status.worker_alive ? say("workerAlive") : say("workerGone")],
    [say("nextOfAll"), status.next_check_at === null ? "–" : format.ago(status.next_check_at)],
    [say("version"), status.version],
  ] as const;
  return (
    <section
      aria-label={say("instance")}
      className="rounded-lg border border-line bg-raised p-4"
    >
      <p className="flex items-center gap-2 font-medium">
        <Icon
          aria-hidden="true"
          className={`size-4.5 ${isWell ? "text-good" : "text-warning"}`}
        />
        {isWell ? say("allWell") : say("notWell")}
      </p>
      {problems.map((problem) => (
        <p key={problem} className="mt-1 text-sm">
          {problem}
        </p>
      ))}
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-2 md:grid-cols-6">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-soft">{name}</dt>
            <dd className="text-sm tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
