import { lineFor, scaleFor } from "@/lib/chart-scale";
import { Axes, Plot, type PlotSize } from "./axes";
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
  const labels = points.map((one) => one.label);
  return (
    <ChartFrame title={title} summary={summary} table={table}>
      <Plot>
        {(size) => (
          <>
            <Axes
              size={size}
              ticks={ticks}
              top={top}
              labels={labels}
              format={format}
              under="points"
            />
            <Line values={values} top={top} size={size} />
          </>
        )}
      </Plot>
    </ChartFrame>
  );
}

interface LineProps {
  values: readonly number[];
  top: number;
  size: PlotSize;
}

function Line({ values, top, size }: LineProps) {
  const line = lineFor(values, top, size);
  if (!line) return null;
  return (
    <>
      <path
        d={`${line}L${size.width} ${size.height}L0 ${size.height}Z`}
        className="fill-accent/10"
      />
      <path d={line} fill="none" strokeWidth={2} className="stroke-accent" />
    </>
  );
}
