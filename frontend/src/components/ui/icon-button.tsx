import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { classes } from "./class-names";
import { Tooltip } from "./tooltip";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  icon: LucideIcon;
  /** The accessible name, also shown as the tooltip. */
  label: string;
  /** Keys that do the same, shown beside the label. */
  keys?: string;
  /** For a button that is on or off. */
  pressed?: boolean;
  filled?: boolean;
  /** It cannot be pressed now, and its label says why: it can still be pointed at and found. */
  off?: boolean;
}

/** How it looks while it is on. Not by colour alone: slow screens have none. */
export const isOnClasses = "bg-selected text-accent!";

export function IconButton({
  icon: Icon,
  label,
  keys,
  pressed,
  filled,
  off = false,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={keys ? `${label} (${keys})` : label}>
      <button
        type="button"
        {...rest}
        {...(off ? { "aria-disabled": true, onClick: undefined } : {})}
        aria-label={label}
        aria-pressed={pressed}
        className={classes(
          "target inline-flex shrink-0 items-center justify-center rounded-md text-soft",
          "transition-colors hover:bg-hover hover:text-ink disabled:opacity-45 aria-disabled:opacity-45",
          className,
        )}
      >
        <Icon aria-hidden="true" className="size-4.5" fill={filled ? "currentColor" : "none"} />
      </button>
    </Tooltip>
  );
}
