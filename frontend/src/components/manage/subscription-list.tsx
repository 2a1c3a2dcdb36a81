import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { EmptyState } from "@/components/ui/empty-state";
import { useKeptFocus } from "@/hooks/use-kept-focus";
import { useMessages } from "@/lib/i18n";
import type { ManagedSubscription } from "@/lib/managed-subscriptions";
import { BulkBar } from "./bulk-bar";
import { SubscriptionRow } from "./subscription-row";

const STEP = 100;

interface SubscriptionListProps {
  rows: readonly ManagedSubscription[];
  onEdit: (id: number) => void;
  onClearFilter: () => void;
}

export function SubscriptionList({ rows, onEdit, onClearFilter }: SubscriptionListProps) {
  const say = useMessages("manage");
  const [most, setMost] = useState(STEP);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const kept = useKeptFocus();
  // What a filter hides is not changed with the rest.
  const selected = rows.filter(({ subscription }) => chosen.has(subscription.id));
  const ids = selected.map(({ subscription }) => subscription.id);
  const select = (id: number, isSelected: boolean) => {
    const next = new Set(chosen);
    if (isSelected) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  if (rows.length === 0) {
    return (
      <EmptyState title={say("noneShown")} text={say("noneShownText")}>
        <Button onClick={onClearFilter}>{say("clearFilter")}</Button>
      </EmptyState>
    );
  }
  const areAll = selected.length === rows.length;
  return (
    <div {...kept} tabIndex={-1} className="outline-none">
      <div className="flex items-center gap-3 px-3 py-1">
        <Checkbox
          label={say("selectAll")}
          checked={areAll}
          some={selected.length > 0 && !areAll}
          onChange={(isOn) =>
            setChosen(new Set(isOn ? rows.map(({ subscription }) => subscription.id) : []))
          }
        />
        <p role="status" className="ms-auto text-sm text-soft">
          {say("shownFeeds", { count: rows.length })}
        </p>
      </div>
      <ul className="divide-y divide-line overflow-clip rounded-lg border border-line bg-raised">
        {rows.slice(0, most).map((row) => {
          const { id } = row.subscription;
          return (
            <SubscriptionRow
              key={id}
              row={row}
              isSelected={chosen.has(id)}
              onSelect={(isSelected) => select(id, isSelected)}
              dragged={chosen.has(id) ? ids : [id]}
              onEdit={() => onEdit(id)}
            />
          );
        })}
      </ul>
      {rows.length > most && (
        <p className="mt-4 text-center">
          <Button onClick={() => setMost(most + STEP)}>
            {say("showMore", { count: rows.length - most })}
          </Button>
        </p>
      )}
      {selected.length > 0 && (
        <BulkBar
          selected={selected.map(({ subscription }) => subscription)}
          onClear={() => setChosen(new Set())}
        />
      )}
    </div>
  );
}
