import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { useErrorText } from "@/hooks/use-error-text";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { useFollowedJob, useVacuum } from "@/queries/admin";

/** Gives unused space of the database back: asked for, followed, and what it freed. */
export function Vacuum() {
  const say = useMessages("admin");
  const format = useFormat();
  const errorText = useErrorText();
  const vacuum = useVacuum();
  const job = useFollowedJob(vacuum.data);
  const isRunning = job?.state === "waiting" || job?.state === "running";
  const freed = job?.result.freed_bytes;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button busy={vacuum.isPending || isRunning} onClick={() => vacuum.mutate(undefined)}>
        {say("vacuum")}
      </Button>
      <div aria-live="polite" className="min-w-0 flex-1 basis-48 text-sm">
        {isRunning && <Progress label={say("vacuuming")} value={null} max={1} />}
        {job?.state === "done" &&
          (typeof freed === "number"
            ? say("vacuumFreed", { size: format.bytes(Math.max(0, freed)) })
            : say("vacuumDone"))}
        {job?.state === "failed" && (
          <span className="text-danger">{job.error ?? say("vacuumFailed")}</span>
        )}
        {vacuum.error && <span className="text-danger">{errorText(vacuum.error)}</span>}
      </div>
    </div>
  );
}
