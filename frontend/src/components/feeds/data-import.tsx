import type { Job } from "@/api/types";
import { Progress } from "@/components/ui/progress";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { dataReport } from "@/lib/import-report";
import { isUnderWay, useFollowedJob } from "@/queries/follow-job";
import { useImportData } from "@/queries/subscribing";
import { FileDrop } from "./file-drop";

/** A file that holds everything of a reader: brought in, and followed until it is done. */
export function DataImport() {
  const say = useMessages("data");
  const errorText = useErrorText();
  const bring = useImportData();
  const job = useFollowedJob(bring.data);
  return (
    <FileDrop
      text={say("dropHere")}
      button={say("chooseFile")}
      accept=".ndjson,.jsonl,.json,.gz,application/x-ndjson"
      isBusy={bring.isPending || isUnderWay(job)}
      onFile={(file) => bring.mutate(file)}
    >
      {bring.error && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {errorText(bring.error)}
        </p>
      )}
      {job && !bring.error && <DataProgress job={job} />}
    </FileDrop>
  );
}

function DataProgress({ job }: { job: Job }) {
  const say = useMessages("data");
  const { done, total, state } = job;
  if (state === "failed") {
    return (
      <p role="alert" className="mt-3 text-sm text-danger">
        {say("failed")}
        {job.error && `: ${job.error}`}
      </p>
    );
  }
  if (isUnderWay(job)) {
    return (
      <div role="status" className="mt-3 flex flex-col gap-2">
        <Progress label={say("importing")} value={total > 0 ? done : null} max={total} />
        <p className="text-sm tabular-nums text-soft">
          {total > 0 ? say("importingCount", { done, total }) : say("waiting")}
        </p>
      </div>
    );
  }
  return <Outcome job={job} />;
}

const NOTES = { publication: "notePublication", webhook: "noteWebhook" } as const;

function Outcome({ job }: { job: Job }) {
  const say = useMessages("data");
  const { broughtIn, thereBefore, refused, problems, notes } = dataReport(job);
  const count = broughtIn.reduce((sum, one) => sum + one.count, 0);
  return (
    <div role="status" className="mt-3 text-sm">
      <p>
        <span className="font-medium">
          {count > 0 ? say("broughtIn", { count }) : say("nothingNew")}
        </span>
        {thereBefore > 0 && (
          <span className="text-soft"> · {say("thereBefore", { count: thereBefore })}</span>
        )}
      </p>
      {notes.map((note) => (
        <p key={note} className="mt-2">
          {say(NOTES[note])}
        </p>
      ))}
      {refused > 0 && (
        <details className="mt-2 rounded-md border-s-2 border-warning bg-side px-3 py-2">
          <summary className="cursor-pointer font-medium">
            {say("refused", { count: refused })}
          </summary>
          <ul className="mt-1 text-soft">
            {problems.map(({ line, reason }) => (
              <li key={`${line} ${reason}`}>
                {line === null ? reason : say("problemAt", { line, reason })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
