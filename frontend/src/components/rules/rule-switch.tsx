interface RuleSwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** The switch at the start of a row; the row itself says what it is for. */
export function RuleSwitch({ label, checked, onChange }: RuleSwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      aria-label={label}
      title={label}
      checked={checked}
      aria-checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className="reach relative mt-0.5 h-6 w-10 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-hover transition-colors before:absolute before:start-0.5 before:top-0.5 before:size-4.5 before:rounded-full before:bg-edge before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-accent-ink rtl:checked:before:-translate-x-4"
    />
  );
}
