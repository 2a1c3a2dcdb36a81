import { type ReactNode, useId } from "react";

interface Choice<Value extends string> {
  value: Value;
  label: string;
  hint?: string;
  /** A small picture of what it does. */
  picture?: ReactNode;
}

interface ChoiceGroupProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onChange: (value: Value) => void;
}

/** A few choices side by side, all to be seen at once. Arrow keys move, as in any radio group. */
export function ChoiceGroup<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: ChoiceGroupProps<Value>) {
  const name = useId();
  const hasPictures = choices.some(({ picture }) => picture);
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className={`flex-wrap gap-2 ${hasPictures ? "grid grid-cols-2 sm:flex" : "flex"}`}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="target flex cursor-pointer flex-col justify-center gap-1.5 rounded-lg border border-edge bg-raised p-2 text-sm hover:bg-hover has-checked:border-accent has-checked:bg-selected has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            {choice.picture}
            <span className="flex items-center gap-2 px-1">
              <input
                type="radio"
                name={name}
                value={choice.value}
                checked={choice.value === value}
                onChange={() => onChange(choice.value)}
                className="size-4 outline-none"
              />
              <span>
                {choice.label}
                {choice.hint && <span className="block text-xs text-soft">{choice.hint}</span>}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
