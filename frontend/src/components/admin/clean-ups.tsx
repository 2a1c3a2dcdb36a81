import { BarChart } from "@/components/charts/bar-chart";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useFormat } from "@/hooks/use-format";
import { plottedCleanUps, removedOf } from "@/lib/clean-ups";
import { useMessages } from "@/lib/i18n";
import { type CleanUp, useCleanUps } from "@/queries/admin";

const MOST = 60;

/** What each clean-up removed, and how much of it somebody had not read. */
export function CleanUps() {
  const say = useMessages("admin");
  const log = useCleanUps();
  if (log.error) return <ErrorState error={log.error} onRetry={() => void log.refetch()} />;
  if (!log.data) return <Skeleton className="h-56 w-full" />;
  if (log.data.length === 0)
    return (
      <p className="rounded-lg border border-dashed border-line px-4 py-5 text-sm text-soft">
        {say("noCleanUps")} {say("noCleanUpsText")}
      </p>
    );
  return <Plot log={log.data} />;
}

function Plot({ log }: { log: readonly CleanUp[] }) {
  const say = useMessages("admin");
  const sayCharts = useMessages("charts");
  const format = useFormat();
  const points = plottedCleanUps(log, MOST);
  const last = log[0];
  const notes = (line: CleanUp) =>
    line.notes
      .map((note) =>
        note === "kept_shorter"
          ? say("keptShorter", { count: removedOf(line, "days_read") })
          : say(note === "too_large" ? "tooLarge" : "unreadWent"),
      )
      .join("; ");
  const summary = say("cleanUpSummary", {
    count: points.reduce((sum, point) => sum + point.entries, 0),
    when: last ? format.ago(last.at) : "",
  });
  const rows = log.map((line) => [
    format.dateTime(line.at),
    format.number(removedOf(line, "entries")),
    format.number(removedOf(line, "unread_entries")),
    format.number(removedOf(line, "full_texts")),
    format.number(removedOf(line, "failures")),
    format.bytes(line.bytes_freed),
    say("seconds", { number: format.number(Math.round(line.took / 100_000) / 10) }),
    notes(line),
  ]);
  return (
    <>
      {last?.notes.includes("too_large") && (
        <p className="mb-3 rounded-md border border-warning px-3 py-2 text-sm">
          {say("stillTooLarge")}
        </p>
      )}
      <BarChart
        title={say("cleanUpTitle")}
        summary={summary}
        points={points.map((point) => ({
          label: format.day(point.at),
          value: point.entries,
          part: point.unread,
        }))}
        legend={{ whole: say("removedEntries"), part: say("removedUnread") }}
        table={{
          columns: [
            sayCharts("day"),
            say("removedEntries"),
            say("removedUnread"),
            say("removedTexts"),
            say("removedFailures"),
            say("bytesFreed"),
            say("took"),
            say("cleanUpNotes"),
          ],
          rows,
        }}
      />
    </>
  );
}
