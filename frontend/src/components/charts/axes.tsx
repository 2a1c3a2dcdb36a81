import { type ReactNode, useRef } from "react";
import { useWidth } from "@/hooks/use-width";
import { labelledPlaces } from "@/lib/chart-scale";

const START = 48; // pixels for the values of the scale
const BOTTOM = 18; // and for the labels
const LABEL = 110; // at most one label in so many pixels

export interface PlotSize {
  width: number;
  height: number;
}

/** Room for a plot, in pixels of the screen: its letters stay readable on any. */
export function Plot({ children }: { children: (size: PlotSize) => ReactNode }) {
  const room = useRef<HTMLDivElement>(null);
  const width = useWidth(room) - START - 2;
  const height = 130;
  return (
    <div ref={room} className="h-[154px]">
      {width > 0 && (
        <svg
          viewBox={`${-START} -6 ${width + START + 2} ${height + BOTTOM + 6}`}
          aria-hidden="true"
          className="block size-full"
        >
          {children({ width, height })}
        </svg>
      )}
    </div>
  );
}

interface AxesProps {
  size: PlotSize;
  ticks: readonly number[];
  top: number;
  labels: readonly string[];
  /** How a value on the scale is written. */
  format: (value: number) => string;
  /** Whether labels are under slots (bars) or under points (a line). */
  under: "slots" | "points";
}

/** Quiet lines with their values, and some labels below. */
export function Axes({ size, ticks, top, labels, format, under }: AxesProps) {
  const { width, height } = size;
  const slot = width / Math.max(1, under === "slots" ? labels.length : labels.length - 1);
  const shift = under === "slots" ? slot / 2 : 0;
  return (
    <g className="fill-soft text-[11px]">
      {ticks.map((tick) => {
        const y = height - (tick / top) * height;
        return (
          <g key={tick}>
            <line x1={0} x2={width} y1={y} y2={y} className="stroke-line" />
            <text x={-6} y={y} textAnchor="end" dominantBaseline="middle">
              {format(tick)}
            </text>
          </g>
        );
      })}
      {labelledPlaces(labels.length, Math.max(2, Math.round(width / LABEL))).map((place) => (
        <text
          key={place}
          x={place * slot + shift}
          y={height + 14}
          textAnchor={place === labels.length - 1 ? "end" : "middle"}
        >
          {labels[place]}
        </text>
      ))}
    </g>
  );
}
