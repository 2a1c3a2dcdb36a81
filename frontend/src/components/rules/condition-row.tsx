import { Trash2 } from "lucide-react";
import { TextField } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { useMessages } from "@/lib/i18n";
import {
  CONDITION_FIELDS,
  type DraftCondition,
  fieldKind,
  OPERATORS,
  type Operator,
  withField,
} from "@/lib/rule-draft";
import { PlaceChoice } from "./place-choice";

interface ConditionRowProps {
  condition: DraftCondition;
  onChange: (condition: DraftCondition) => void;
  /** null: it is the only one. */
  onRemove: (() => void) | null;
}

export function ConditionRow({ condition, onChange, onRemove }: ConditionRowProps) {
  const say = useMessages("rules");
  const operators: readonly Operator[] = OPERATORS[fieldKind(condition.field)];
  return (
    <li className="relative grid gap-3 rounded-md border border-line bg-side p-3 pe-12 sm:grid-cols-[13.5rem_11rem_1fr]">
      <Select
        label={say("field")}
        value={condition.field}
        options={CONDITION_FIELDS.map((value) => ({ value, label: say(`field_${value}`) }))}
        onChange={(field) => onChange(withField(condition, field))}
      />
      <Select
        label={say("operator")}
        value={condition.operator}
        options={operators.map((value) => ({ value, label: say(`op_${value}`) }))}
        onChange={(operator) => onChange({ ...condition, operator })}
      />
      <ConditionValue
        condition={condition}
        onChange={(value) => onChange({ ...condition, value })}
      />
      {onRemove && (
        <div className="absolute end-1.5 top-1.5">
          <IconButton icon={Trash2} label={say("removeCondition")} onClick={onRemove} />
        </div>
      )}
    </li>
  );
}

interface ConditionValueProps {
  condition: DraftCondition;
  onChange: (value: string) => void;
}

function ConditionValue({ condition, onChange }: ConditionValueProps) {
  const say = useMessages("rules");
  const { field, operator, value } = condition;
  if (field === "feed" || field === "folder") {
    return (
      <PlaceChoice
        kind={field}
        isMany={operator === "is_one_of"}
        value={value}
        onChange={onChange}
      />
    );
  }
  const number =
    field === "score" ? { type: "number", min: 0, max: 100, step: 5 } : { maxLength: 500 };
  return (
    <TextField
      {...number}
      label={say("value")}
      hint={hintOf(condition, say)}
      dir="auto"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function hintOf(
  { field, operator }: DraftCondition,
  say: ReturnType<typeof useMessages<"rules">>,
): string | undefined {
  if (field === "score") return say("hint_score");
  if (operator === "matches") return say("hint_matches");
  if (field === "search") return say("hint_search");
  if (operator === "regex") return say("hint_regex");
  if (field === "language") return say("hint_language");
  return operator === "is_one_of" ? say("hint_is_one_of") : undefined;
}
