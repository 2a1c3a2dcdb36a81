import { useFormat } from "@/hooks/use-format";

interface FilterChipsProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; count: number }[];
  onChange: (value: Value) => void;
}

/** A few filters side by side, each with how many it would show. */
export function FilterChips<Value extends string>({
  label,
  value,
  options,
  onChange,
}: FilterChipsProps<Value>) {
  const format = useFormat();
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="target rounded-full border border-edge px-3.5 py-1 text-sm hover:bg-hover aria-pressed:border-accent aria-pressed:bg-selected aria-pressed:font-medium"
        >
          {option.label}{" "}
          <span className="tabular-nums text-soft">{format.number(option.count)}</span>
        </button>
      ))}
    </fieldset>
  );
}
