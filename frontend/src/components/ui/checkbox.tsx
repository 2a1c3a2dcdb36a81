import type { ComponentProps } from "react";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type" | "onChange"> {
  label: string;
  /** The label is there for screen readers only. */
  labelHidden?: boolean;
  /** Some, not all, of what it covers. */
  some?: boolean;
  onChange: (checked: boolean) => void;
}

export function Checkbox({
  label,
  labelHidden = false,
  some = false,
  onChange,
  ...rest
}: CheckboxProps) {
  return (
    <label className="target inline-flex items-center gap-2 text-sm">
      <input
        {...rest}
        type="checkbox"
        ref={(input) => {
          if (input) input.indeterminate = some;
        }}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4.5"
      />
      <span className={labelHidden ? "sr-only" : undefined}>{label}</span>
    </label>
  );
}
