import { ChartFrame } from "@/components/charts/chart-frame";
import { LineChart } from "@/components/charts/line-chart";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useFormat } from "@/hooks/use-format";
import { everyDay, type SizeOfDay } from "@/lib/database-sizes";
import { useMessages } from "@/lib/i18n";
import { dayMicroseconds } from "@/lib/ledger";
import { useDatabaseSizes } from "@/queries/admin";

/** How large the database was, day by day. */
export function DatabaseSizes() {
  const say = useMessages("admin");
  const sizes = useDatabaseSizes();
  if (sizes.error)
    return <ErrorState error={sizes.error} onRetry={() => void sizes.refetch()} />;
  if (!sizes.data) return <Skeleton className="h-56 w-full" />;
  const [first, last] = [sizes.data[0], sizes.data.at(-1)];
  if (!first || !last)
    return (
      <p className="rounded-lg border border-dashed border-line px-4 py-5 text-sm text-soft">
        {say("noSizes")}
      </p>
    );
  return <Plot sizes={sizes.data} first={first} last={last} />;
}

interface PlotProps {
  sizes: readonly SizeOfDay[];
  first: SizeOfDay;
  last: SizeOfDay;
}

function Plot({ sizes, first, last }: PlotProps) {
  const say = useMessages("admin");
  const sayCharts = useMessages("charts");
  const format = useFormat();
  const dayOf = ({ day }: SizeOfDay) => format.day(dayMicroseconds(day));
  const title = say("growthTitle");
  const size = format.bytes(last.bytes);
  if (first === last) {
    const summary = say("firstDay", { size });
    return <ChartFrame title={title} summary={summary} table={{ columns: [], rows: [] }} />;
  }
  const grown = last.bytes - first.bytes;
  const change = grown > 0 ? "grew" : grown < 0 ? "shrank" : "stayed";
  const values = { size, change: format.bytes(Math.abs(grown)), when: dayOf(first) };
  return (
    <LineChart
      title={title}
      summary={say(change, values)}
      points={everyDay(sizes).map((one) => ({ label: dayOf(one), value: one.bytes }))}
      format={(bytes) => (bytes === 0 ? "0" : format.bytes(bytes))}
      table={{
        columns: [sayCharts("day"), say("size")],
        rows: [...sizes].reverse().map((one) => [dayOf(one), format.bytes(one.bytes)]),
      }}
    />
  );
}
