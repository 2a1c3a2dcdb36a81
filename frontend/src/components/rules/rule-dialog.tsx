import { Plus } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { ChoiceGroup } from "@/components/settings/choice-group";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { draftOf, NEW_RULE, nextKey, type RuleDraft, readyRule } from "@/lib/rule-draft";
import { type Rule, useSaveRule } from "@/queries/rules";
import { ActionRow } from "./action-row";
import { ConditionRow } from "./condition-row";
import { PreviewCount, RulePreview } from "./rule-preview";

interface RuleDialogProps {
  /** null: a new one. */
  rule: Rule | null;
  /** What a new one begins with. */
  begin?: RuleDraft;
  onClose: () => void;
}

export function RuleDialog({ rule, begin = NEW_RULE, onClose }: RuleDialogProps) {
  const say = useMessages("rules");
  const sayUi = useMessages("ui");
  const errorText = useErrorText();
  const save = useSaveRule();
  const id = useId();
  const [draft, setDraft] = useState<RuleDraft>(rule ? draftOf(rule) : begin);
  const [isIncomplete, setIncomplete] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const body = readyRule(draft, rule?.enabled ?? true);
    setIncomplete(body === null);
    if (body) save.mutate({ id: rule?.id ?? null, body }, { onSuccess: onClose });
  };
  const misses = isIncomplete && readyRule(draft, true) === null;
  const problem = misses ? say("incomplete") : save.error && errorText(save.error);
  const footer = (
    <>
      {problem && (
        <p role="alert" className="w-full text-sm text-danger">
          {problem}
        </p>
      )}
      <PreviewCount draft={draft} />
      <Button onClick={onClose}>{sayUi("cancel")}</Button>
      <Button type="submit" form={id} look="primary" busy={save.isPending}>
        {say("save")}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      size="large"
      title={say(rule ? "editRule" : "newRule")}
      onClose={onClose}
      footer={footer}
    >
      <form id={id} noValidate onSubmit={send} className="flex flex-col gap-6">
        <TextField
          label={say("name")}
          placeholder={say("nameHint")}
          maxLength={200}
          dir="auto"
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        />
        <Conditions draft={draft} onChange={setDraft} />
        <Actions draft={draft} onChange={setDraft} />
        <Part title={say("preview")}>
          <RulePreview draft={draft} />
        </Part>
      </form>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col items-start gap-3 *:w-full">
      <h3 className="border-b border-line pb-1 text-sm font-semibold text-soft">{title}</h3>
      {children}
    </section>
  );
}

interface PartProps {
  draft: RuleDraft;
  onChange: (draft: RuleDraft) => void;
}

function Conditions({ draft, onChange }: PartProps) {
  const say = useMessages("rules");
  const { conditions } = draft;
  const add = () => {
    const added = { ...NEW_RULE.conditions[0], key: nextKey(draft) } as (typeof conditions)[0];
    onChange({ ...draft, conditions: [...conditions, added] });
  };
  return (
    <Part title={say("when")}>
      {conditions.length > 1 && (
        <ChoiceGroup
          label={say("match")}
          value={draft.match}
          choices={[
            { value: "all", label: say("match_all") },
            { value: "any", label: say("match_any") },
          ]}
          onChange={(match) => onChange({ ...draft, match })}
        />
      )}
      <ul className="flex flex-col gap-2">
        {conditions.map((one) => (
          <ConditionRow
            key={one.key}
            condition={one}
            onChange={(changed) =>
              onChange({
                ...draft,
                conditions: conditions.map((other) => (other === one ? changed : other)),
              })
            }
            onRemove={
              conditions.length > 1
                ? () => onChange({ ...draft, conditions: conditions.filter((c) => c !== one) })
                : null
            }
          />
        ))}
      </ul>
      <div>
        <Button onClick={add} disabled={conditions.length >= 20}>
          <Plus aria-hidden="true" className="size-4" />
          {say("addCondition")}
        </Button>
      </div>
    </Part>
  );
}

function Actions({ draft, onChange }: PartProps) {
  const say = useMessages("rules");
  const { actions } = draft;
  const add = () =>
    onChange({
      ...draft,
      actions: [...actions, { key: nextKey(draft), kind: "star", value: "" }],
    });
  return (
    <Part title={say("thenDo")}>
      <ul className="flex flex-col gap-2">
        {actions.map((one) => (
          <ActionRow
            key={one.key}
            action={one}
            onChange={(changed) =>
              onChange({
                ...draft,
                actions: actions.map((other) => (other === one ? changed : other)),
              })
            }
            onRemove={
              actions.length > 1
                ? () => onChange({ ...draft, actions: actions.filter((a) => a !== one) })
                : null
            }
          />
        ))}
      </ul>
      <div>
        <Button onClick={add} disabled={actions.length >= 10}>
          <Plus aria-hidden="true" className="size-4" />
          {say("addAction")}
        </Button>
      </div>
    </Part>
  );
}
