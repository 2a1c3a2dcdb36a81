import type { ReactNode } from "react";

interface Figure {
  name: string;
  value: ReactNode;
  note?: string | undefined;
}

/** A row of figures that one takes in at a glance. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-3">
      {figures.map((figure) => (
        <div key={figure.name} className="rounded-lg border border-line bg-raised px-4 py-3">
          <dt className="text-sm text-soft">{figure.name}</dt>
          <dd className="mt-0.5 text-lg font-semibold tabular-nums">{figure.value}</dd>
          {figure.note && <dd className="text-xs text-soft">{figure.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
