// The arithmetic of small plots: round scales, lines and bars. Pure; pixels in, pixels out.

export interface Scale {
  top: number; // the value of the highest line
  ticks: number[]; // from 0 to top
}

const STEPS = [1, 2, 5, 10];

/** Return a scale from 0 with a few round lines that holds the largest value. */
export function scaleFor(values: readonly number[], lines = 3): Scale {
  const largest = Math.max(0, ...values);
  if (largest === 0) return { top: 1, ticks: [0, 1] };
  const raw = largest / lines;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * (STEPS.find((one) => one * power >= raw) ?? 10);
  const count = Math.ceil(largest / step - 1e-9);
  const ticks = Array.from({ length: count + 1 }, (_, index) => index * step);
  return { top: count * step, ticks };
}

export interface Bar {
  x: number;
  width: number;
  y: number;
  height: number;
}

/** Return a bar for each value, side by side; what is not nothing can be seen. */
export function barsFor(
  values: readonly number[],
  top: number,
  size: { width: number; height: number },
): Bar[] {
  const slot = size.width / Math.max(1, values.length);
  const gap = Math.min(4, slot * 0.25);
  return values.map((value, index) => {
    const height = value > 0 ? Math.max(1.5, (value / top) * size.height) : 0;
    return { x: index * slot + gap / 2, width: slot - gap, y: size.height - height, height };
  });
}

/** Return the path of a line through all values, from edge to edge. */
export function lineFor(
  values: readonly number[],
  top: number,
  size: { width: number; height: number },
): string {
  const step = size.width / Math.max(1, values.length - 1);
  return values
    .map((value, index) => {
      const x = round(index * step);
      const y = round(size.height - (value / top) * size.height);
      return `${index === 0 ? "M" : "L"}${x} ${y}`;
    })
    .join("");
}

/** Return which places get a label, so that at most `most` are there, the last among them. */
export function labelledPlaces(count: number, most: number): number[] {
  if (count === 0) return [];
  const every = Math.max(1, Math.ceil(count / most));
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % every === 0,
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
