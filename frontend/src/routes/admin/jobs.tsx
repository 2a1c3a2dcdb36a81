import { Cog } from "lucide-react";
import type { ReactNode } from "react";
import { ListRow, RowList } from "@/components/settings/row-list";
import { SettingsSection } from "@/components/settings/settings-section";
import { Badge } from "@/components/ui/badge";
import { Progress } from "@/components/ui/progress";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { type JobLine, useOwnJobs } from "@/queries/admin";

const KINDS = {
  import_opml: "jobImportOpml",
  export_user: "jobExport",
  import_user: "jobImport",
  apply_rule: "jobRule",
  vacuum: "jobVacuum",
} as const;
const LOOKS = { waiting: "plain", running: "accent", done: "good", failed: "danger" } as const;

export function JobsPage() {
  const say = useMessages("admin");
  const jobs = useOwnJobs();
  return (
    <SettingsSection title={say("jobs")} text={say("jobsText")}>
      <RowList query={jobs} empty={say("noJobs")}>
        {(job) => <JobRow key={job.id} job={job} />}
      </RowList>
    </SettingsSection>
  );
}

function JobRow({ job }: { job: JobLine }) {
  const say = useMessages("admin");
  const format = useFormat();
  const kind = KINDS[job.kind as keyof typeof KINDS];
  const name = kind ? say(kind) : job.kind;
  const done: ReactNode =
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
      facts={[format.ago(job.created_at), done, took, job.error]}
    >
      {job.state === "running" && (
        <div className="w-40">
          <Progress label={name} value={job.total > 0 ? job.done : null} max={job.total} />
        </div>
      )}
    </ListRow>
  );
}
