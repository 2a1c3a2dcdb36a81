// The browser's own select: the best one on every phone and for every screen reader.
import { ChevronDown } from "lucide-react";
import { classes } from "./class-names";
import { controlClasses, Field, type FieldTexts } from "./field";

interface SelectProps<Value extends string> extends FieldTexts {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  disabled?: boolean;
}

export function Select<Value extends string>({
  value,
  options,
  onChange,
  disabled,
  ...texts
}: SelectProps<Value>) {
  return (
    <Field {...texts}>
      {({ id, describedBy }) => (
        <div className="relative">
          <select
            id={id}
            value={value}
            disabled={disabled}
            aria-describedby={describedBy}
            onChange={(event) => onChange(event.target.value as Value)}
            className={classes(controlClasses, "appearance-none pe-9")}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-2.5 my-auto size-4 text-soft"
          />
        </div>
      )}
    </Field>
  );
}
