import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useKeptFocus } from "@/hooks/use-kept-focus";

interface RowListProps<Row> {
  query: {
    data: readonly Row[] | undefined;
    error: unknown;
    refetch: () => unknown;
  };
  /** Said when there is nothing. */
  empty: string;
  children: (row: Row) => ReactNode;
}

/** A short list with its three other states: loading, failed, empty. */
export function RowList<Row>({ query, empty, children }: RowListProps<Row>) {
  const kept = useKeptFocus();
  if (query.error) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return <Skeleton className="h-16 w-full" />;
  return (
    <div {...kept} tabIndex={-1} className="outline-none">
      {query.data.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line px-4 py-5 text-sm text-soft">
          {empty}
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
          {query.data.map((row) => children(row))}
        </ul>
      )}
    </div>
  );
}

interface ListRowProps {
  icon?: LucideIcon;
  title: ReactNode;
  /** Small facts below, with dots between them. */
  facts: readonly (ReactNode | false | null | undefined)[];
  children?: ReactNode;
}

export function ListRow({ icon: Icon, title, facts, children }: ListRowProps) {
  const shown = facts.filter((fact) => fact !== false && fact !== null && fact !== undefined);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      {Icon && (
        <Icon aria-hidden="true" className="size-5 shrink-0 text-soft" strokeWidth={1.5} />
      )}
      <div className="min-w-0 flex-1 basis-48">
        <div className="flex flex-wrap items-center gap-2 font-medium">{title}</div>
        <p className="text-sm text-soft">
          {shown.map((fact, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: facts never change places
            <span key={place}>
              {place > 0 && <span aria-hidden="true"> · </span>}
              {fact}
            </span>
          ))}
        </p>
      </div>
      {children}
    </li>
  );
}
