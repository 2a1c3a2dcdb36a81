import { lineFor, scaleFor } from "@/lib/chart-scale";
import { Axes, PLOT, PLOT_VIEW } from "./axes";
import { ChartFrame, type ChartTable } from "./chart-frame";

interface LineChartProps {
  title: string;
  summary: string;
  points: readonly { label: string; value: number }[];
  table: ChartTable;
  format: (value: number) => string;
}

/** One line over time, with the same as a sentence and as a table. */
export function LineChart({ title, summary, points, table, format }: LineChartProps) {
  const values = points.map((one) => one.value);
  const { top, ticks } = scaleFor(values);
  const line = lineFor(values, top, PLOT);
  return (
    <ChartFrame title={title} summary={summary} table={table}>
      <svg viewBox={PLOT_VIEW} aria-hidden="true" className="block h-auto w-full">
        <Axes
          ticks={ticks}
          top={top}
          labels={points.map((one) => one.label)}
          format={format}
          under="points"
        />
        {line && (
          <>
            <path
              d={`${line}L${PLOT.width} ${PLOT.height}L0 ${PLOT.height}Z`}
              className="fill-accent/10"
            />
            <path d={line} fill="none" strokeWidth={2} className="stroke-accent" />
          </>
        )}
      </svg>
    </ChartFrame>
  );
}
