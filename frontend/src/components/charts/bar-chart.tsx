import { useFormat } from "@/hooks/use-format";
import { barsFor, scaleFor } from "@/lib/chart-scale";
import { Axes, Plot, type PlotSize } from "./axes";
import { ChartFrame, type ChartTable } from "./chart-frame";

export interface BarPoint {
  label: string;
  value: number;
  /** A part of the value that is drawn apart, at the bottom. */
  part?: number;
}

interface BarChartProps {
  title: string;
  summary: string;
  points: readonly BarPoint[];
  table: ChartTable;
  /** What the whole bar and its part are called; only needed if there are parts. */
  legend?: { whole: string; part: string };
}

// Mixed, not translucent: the lines of the scale must not shine through.
const PALE = "color-mix(in srgb, var(--accent) 45%, var(--raised))";

/** Bars over time, with the same as a sentence and as a table. */
export function BarChart({ title, summary, points, table, legend }: BarChartProps) {
  const format = useFormat();
  const { top, ticks } = scaleFor(points.map((one) => one.value));
  const labels = points.map((one) => one.label);
  if (points.every((one) => one.value === 0)) {
    // An empty plot would only look broken; the sentence says it all.
    return <ChartFrame title={title} summary={summary} table={{ ...table, rows: [] }} />;
  }
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
              format={format.count}
              under="slots"
            />
            <Bars points={points} top={top} size={size} hasParts={Boolean(legend)} />
          </>
        )}
      </Plot>
      {legend && (
        <p aria-hidden="true" className="mt-2 flex flex-wrap gap-4 text-xs text-soft">
          <Mark colour={PALE}>{legend.whole}</Mark>
          <Mark colour="var(--accent)">{legend.part}</Mark>
        </p>
      )}
    </ChartFrame>
  );
}

interface BarsProps {
  points: readonly BarPoint[];
  top: number;
  size: PlotSize;
  hasParts: boolean;
}

function Bars({ points, top, size, hasParts }: BarsProps) {
  const values = points.map((one) => one.value);
  const parts = barsFor(
    points.map((one) => one.part ?? 0),
    top,
    size,
  );
  return barsFor(values, top, size).map((bar, place) => (
    <g key={bar.x}>
      <rect {...bar} rx={1.5} style={{ fill: hasParts ? PALE : "var(--accent)" }} />
      {hasParts && <rect {...parts[place]} rx={1.5} className="fill-accent" />}
    </g>
  ));
}

function Mark({ colour, children }: { colour: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className="size-2.5 rounded-xs" style={{ background: colour }} />
      {children}
    </span>
  );
}
