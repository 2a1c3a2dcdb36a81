import { Cog } from "lucide-react";
import { ListRow } from "@/components/settings/row-list";
import { Badge } from "@/components/ui/badge";
import { Progress } from "@/components/ui/progress";
import { useFormat } from "@/hooks/use-format";
import { isoTime } from "@/lib/format";
import { useMessages } from "@/lib/i18n";
import type { OwnedJob } from "@/queries/admin";

const KINDS = {
  import_opml: "jobImportOpml",
  import_user: "jobImport",
  apply_rule: "jobRule",
  subscribe: "jobSubscribe",
  vacuum: "jobVacuum",
} as const;
const LOOKS = { waiting: "plain", running: "accent", done: "good", failed: "danger" } as const;

/** Somebody's long work: whose, what, how far, since when. */
export function JobRow({ job }: { job: OwnedJob }) {
  const say = useMessages("admin");
  const format = useFormat();
  const kind = KINDS[job.kind as keyof typeof KINDS];
  const name = kind ? say(kind) : job.kind;
  const done =
    job.total > 0 &&
    say("progress", { done: format.number(job.done), total: format.number(job.total) });
  const took =
    job.started_at !== null &&
    job.ended_at !== null &&
    say("seconds", {
      number: format.number(Math.round((job.ended_at - job.started_at) / 100_000) / 10),
    });
  return (
    <ListRow
      icon={Cog}
      title={
        <>
          {name}
          <Badge look={LOOKS[job.state]}>{say(job.state)}</Badge>
        </>
      }
      facts={[
        <span key="owner" dir="auto">
          {say("jobOwner", { name: job.user_name })}
        </span>,
        <time
          key="asked"
          dateTime={isoTime(job.created_at)}
          title={format.dateTime(job.created_at)}
        >
          {format.ago(job.created_at)}
        </time>,
        done,
        took,
        job.error,
      ]}
    >
      {job.state === "running" && (
        <div className="w-40">
          <Progress label={name} value={job.total > 0 ? job.done : null} max={job.total} />
        </div>
      )}
    </ListRow>
  );
}
