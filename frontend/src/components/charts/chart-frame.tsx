// Around every plot: its name, one sentence that says the same, and its figures as a table.
import { type ReactNode, useId, useState } from "react";
import { useMessages } from "@/lib/i18n";

export interface ChartTable {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

interface ChartFrameProps {
  title: string;
  /** What one sees, in words. */
  summary: string;
  table: ChartTable;
  children?: ReactNode;
}

export function ChartFrame({ title, summary, table, children }: ChartFrameProps) {
  const say = useMessages("charts");
  const id = useId();
  const [isTable, setTable] = useState(false);
  return (
    <figure
      aria-labelledby={id}
      className="max-w-3xl rounded-lg border border-line bg-raised p-4"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <figcaption>
          <p id={id} className="text-sm font-medium">
            {title}
          </p>
          <p className="text-sm text-soft">{summary}</p>
        </figcaption>
        {table.rows.length > 0 && (
          <button
            type="button"
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
            className="target -mx-2 -mt-1 rounded-md px-2 text-sm text-accent underline underline-offset-4"
          >
            {isTable ? say("asPlot") : say("asTable")}
          </button>
        )}
      </div>
      {children && (
        <div className="mt-3">{isTable ? <Figures title={title} {...table} /> : children}</div>
      )}
    </figure>
  );
}

function Figures({ title, columns, rows }: ChartTable & { title: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key
    <section aria-label={title} tabIndex={0} className="relative max-h-64 overflow-auto">
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="text-start text-soft">
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="border-b border-line py-1 pe-4 text-start font-medium"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join("|")}>
              {row.map((cell, place) => (
                <td
                  key={columns[place]}
                  className="border-b border-line py-1 pe-4 last:pe-0 first:whitespace-nowrap"
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
