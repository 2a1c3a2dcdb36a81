import { type KeyboardEvent, type PointerEvent, useRef } from "react";

export interface Range {
  least: number;
  usual: number;
  most: number;
}

interface PaneDividerProps {
  label: string;
  value: number; // pixels of the pane before it
  range: Range;
  onChange: (value: number) => void;
}

const STEP = 24;

export function readWidth(range: Range): (stored: unknown) => number {
  return (stored) => (typeof stored === "number" ? within(stored, range) : range.usual);
}

/** Return the width that a double click chooses: narrow, usual and wide in turn. */
export function nextWidth(value: number, { least, usual, most }: Range): number {
  return [usual, most].find((width) => width > value) ?? least;
}

/** The line between two panes: drag it, double-click it for the next width, or use the arrow
 * keys; Home and End go all the way. A single click is too easily meant for a scroll bar. */
export function PaneDivider({ label, value, range, onChange }: PaneDividerProps) {
  const start = useRef({ x: 0, value });
  const forward = () => (document.documentElement.dir === "rtl" ? -1 : 1);

  const onPointerDown = (event: PointerEvent<HTMLHRElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, value };
  };
  const onPointerMove = (event: PointerEvent<HTMLHRElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const moved = (event.clientX - start.current.x) * forward();
    onChange(within(start.current.value + moved, range));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: value - STEP * forward(),
      ArrowRight: value + STEP * forward(),
      Home: range.least,
      End: range.most,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onChange(within(next, range));
  };

  return (
    <hr
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={Math.round(value)}
      aria-valuemin={range.least}
      aria-valuemax={range.most}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onChange(nextWidth(value, range))}
      className="relative z-10 m-0 h-full w-px shrink-0 cursor-col-resize touch-none border-0 bg-line after:absolute after:inset-y-0 after:-start-1 after:w-2.5 after:content-[''] hover:bg-edge focus-visible:bg-accent"
    />
  );
}

function within(value: number, { least, most }: Range): number {
  return Math.min(most, Math.max(least, value));
}
