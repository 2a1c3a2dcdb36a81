import { labelledPlaces } from "@/lib/chart-scale";

export const PLOT = { width: 680, height: 130, start: 40, bottom: 18 } as const;

interface AxesProps {
  ticks: readonly number[];
  top: number;
  labels: readonly string[];
  /** How a value on the scale is written. */
  format: (value: number) => string;
  /** Whether labels stand under slots (bars) or under points (a line). */
  under: "slots" | "points";
}

/** Quiet lines with their values, and some labels below. */
export function Axes({ ticks, top, labels, format, under }: AxesProps) {
  const slot =
    under === "slots"
      ? PLOT.width / Math.max(1, labels.length)
      : PLOT.width / Math.max(1, labels.length - 1);
  const shift = under === "slots" ? slot / 2 : 0;
  return (
    <g className="fill-soft text-[11px]">
      {ticks.map((tick) => {
        const y = PLOT.height - (tick / top) * PLOT.height;
        return (
          <g key={tick}>
            <line x1={0} x2={PLOT.width} y1={y} y2={y} className="stroke-line" />
            <text x={-6} y={y} textAnchor="end" dominantBaseline="middle">
              {format(tick)}
            </text>
          </g>
        );
      })}
      {labelledPlaces(labels.length, 6).map((place) => (
        <text
          key={place}
          x={place * slot + shift}
          y={PLOT.height + 14}
          textAnchor={place === labels.length - 1 ? "end" : "middle"}
        >
          {labels[place]}
        </text>
      ))}
    </g>
  );
}

export const PLOT_VIEW = `${-PLOT.start} -6 ${PLOT.width + PLOT.start + 2} ${PLOT.height + PLOT.bottom + 6}`;
