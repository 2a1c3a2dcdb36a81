// Rules: what is done with entries as they arrive, in plain words and in order.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ListChecks, Plus } from "lucide-react";
import { RuleDialog } from "@/components/rules/rule-dialog";
import { RuleRow } from "@/components/rules/rule-row";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useErrorText } from "@/hooks/use-error-text";
import { useKeptFocus } from "@/hooks/use-kept-focus";
import { useMessages } from "@/lib/i18n";
import { draftFrom, NEW_RULE, readSource, stepped } from "@/lib/rule-draft";
import { type Rule, useReorderRules, useRules } from "@/queries/rules";
import { toast } from "@/state/toasts";

const NEW = "new";

export function RulesPage() {
  const say = useMessages("rules");
  const { data, error, refetch } = useRules();
  const { opened, open, source } = useOpened();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-64 w-full" />;
  const add = (
    <Button look="primary" onClick={() => open(NEW)}>
      <Plus aria-hidden="true" className="size-4" />
      {say("newRule")}
    </Button>
  );
  const rule = data.find(({ id }) => id === opened);
  return (
    <>
      {data.length === 0 ? (
        <EmptyState icon={ListChecks} title={say("none")} text={say("noneText")}>
          {add}
        </EmptyState>
      ) : (
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-soft">{say("text")}</p>
            {add}
          </div>
          <Rules rules={data} onEdit={open} />
        </>
      )}
      {(rule || opened === NEW) && (
        <RuleDialog
          key={opened}
          rule={rule ?? null}
          begin={source ? draftFrom(source) : NEW_RULE}
          onClose={() => open(null)}
        />
      )}
    </>
  );
}

/** The address says which rule is open, or what a new one is made of. */
function useOpened() {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const opened = typeof search.rule === "string" ? search.rule : null;
  const open = (rule: string | null) =>
    void navigate({
      to: "/manage/rules",
      search: rule === null ? {} : { rule },
      replace: rule === null,
    });
  return { opened, open, source: readSource(search) };
}

function Rules({ rules, onEdit }: { rules: Rule[]; onEdit: (id: string) => void }) {
  const errorText = useErrorText();
  const reorder = useReorderRules();
  const kept = useKeptFocus();
  const ids = rules.map(({ id }) => id);
  const step = (id: string) => (by: 1 | -1) =>
    reorder.mutate(stepped(ids, id, by), {
      onError: (error) => toast({ text: errorText(error), look: "danger" }),
    });
  return (
    <div {...kept} tabIndex={-1} className="outline-none">
      <ul className="divide-y divide-line rounded-lg border border-line bg-raised">
        {rules.map((rule, place) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            onEdit={() => onEdit(rule.id)}
            place={place}
            count={rules.length}
            onStep={step(rule.id)}
          />
        ))}
      </ul>
    </div>
  );
}
