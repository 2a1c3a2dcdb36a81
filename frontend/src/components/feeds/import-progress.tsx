import { Link } from "@tanstack/react-router";
import type { Job } from "@/api/types";
import { buttonClasses } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { useMessages } from "@/lib/i18n";
import { type ImportReport, importReport } from "@/lib/import-report";
import { isUnderWay } from "@/queries/follow-job";

/** How far an import of feeds is; afterwards, what came of it and what did not work. */
export function ImportProgress({ job }: { job: Job }) {
  const say = useMessages("subscribe");
  if (job.state === "failed") {
    return (
      <div role="alert" className="text-sm">
        <p className="font-medium text-danger">{say("importFailed")}</p>
        {job.error && <p className="text-soft">{job.error}</p>}
      </div>
    );
  }
  if (isUnderWay(job)) {
    const { done, total } = job;
    return (
      <div role="status" className="flex flex-col gap-2">
        <Progress label={say("importing")} value={total > 0 ? done : null} max={total} />
        <p className="text-sm tabular-nums text-soft">
          {total > 0 ? say("importingCount", { done, total }) : say("importWaiting")}
        </p>
      </div>
    );
  }
  return <Outcome report={importReport(job)} />;
}

function Outcome({ report }: { report: ImportReport }) {
  const say = useMessages("subscribe");
  const { followed, followedBefore, problems } = report;
  const hasFeeds = followed + followedBefore > 0;
  return (
    <div role="status" className="flex flex-col items-start gap-3">
      <p>
        <span className="font-medium">{say("importDone", { count: followed })}</span>
        {followedBefore > 0 && (
          <span className="text-soft">
            {" "}
            · {say("importedBefore", { count: followedBefore })}
          </span>
        )}
      </p>
      {followed > 0 && <p className="text-sm text-soft">{say("entriesArrive")}</p>}
      {problems.length > 0 && <Problems problems={problems} />}
      {hasFeeds && (
        <Link to="/" className={buttonClasses("primary")}>
          {say("startReading")}
        </Link>
      )}
    </div>
  );
}

function Problems({ problems }: { problems: ImportReport["problems"] }) {
  const say = useMessages("subscribe");
  return (
    <details className="w-full rounded-md border-s-2 border-warning bg-side px-3 py-2 text-sm">
      <summary className="cursor-pointer py-1 font-medium">
        {say("importProblems", { count: problems.length })}
      </summary>
      <ul className="relative mt-1 flex max-h-64 flex-col gap-2 overflow-y-auto">
        {problems.map(({ where, line, reason }) => (
          <li key={`${where} ${line} ${reason}`}>
            <span dir="auto" className="block break-all font-medium">
              {where || (line !== null && say("importLine", { count: line }))}
            </span>
            <span className="text-soft">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
