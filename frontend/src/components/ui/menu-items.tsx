import { Check, type LucideIcon } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { classes } from "./class-names";
import { Slot } from "./menu-behaviour";

const row =
  "target flex w-full select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none hover:bg-hover focus:bg-hover aria-disabled:opacity-50";

interface MenuItemProps {
  icon?: LucideIcon;
  danger?: boolean;
  disabled?: boolean;
  onClick?: () => void;
  /** A link instead: `<Link to="…" />`. */
  link?: ReactElement<Record<string, unknown>>;
  keys?: string;
  children: ReactNode;
}

export function MenuItem({
  icon: Icon,
  danger,
  disabled = false,
  onClick,
  link,
  keys,
  children,
}: MenuItemProps) {
  return (
    <Slot
      element={link ?? <button type="button" disabled={disabled} />}
      role="menuitem"
      tabIndex={-1}
      aria-disabled={disabled}
      {...(onClick ? { onClick } : {})}
      className={classes(row, danger && "text-danger")}
    >
      {Icon && <Icon aria-hidden="true" className="size-4 shrink-0" />}
      <span className="min-w-0 flex-1 truncate text-start">{children}</span>
      {keys && <kbd className="font-sans text-xs text-soft">{keys}</kbd>}
    </Slot>
  );
}

interface MenuChoiceProps<Value extends string> {
  title: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** One of several, with a tick at the chosen one. */
export function MenuChoice<Value extends string>({
  title,
  value,
  options,
  onChange,
}: MenuChoiceProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu
    <div role="group" aria-label={title}>
      <p aria-hidden="true" className="px-2.5 py-1 text-xs font-medium text-soft">
        {title}
      </p>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          tabIndex={-1}
          aria-checked={option.value === value}
          onClick={() => onChange(option.value)}
          className={row}
        >
          <Check
            aria-hidden="true"
            className={`size-4 shrink-0 ${option.value === value ? "" : "invisible"}`}
          />
          {option.label}
        </button>
      ))}
    </div>
  );
}

export function MenuLine() {
  return <hr className="my-1 border-line" />;
}
