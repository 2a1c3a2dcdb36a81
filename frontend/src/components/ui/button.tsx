import type { ComponentProps, MouseEvent } from "react";
import { classes } from "./class-names";
import { Spinner } from "./spinner";

const LOOKS = {
  primary: "bg-accent text-accent-ink hover:opacity-90 border-transparent",
  secondary: "bg-raised text-ink border-edge hover:bg-hover",
  quiet: "bg-transparent text-ink border-transparent hover:bg-hover",
  danger: "bg-danger text-danger-ink border-transparent hover:opacity-90",
} as const;

export interface ButtonProps extends ComponentProps<"button"> {
  look?: keyof typeof LOOKS;
  /** Something is under way: the button keeps its width and cannot be pressed again. */
  busy?: boolean;
}

export function Button({
  look = "secondary",
  busy = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      // Not disabled: the focus would be lost.
      {...(busy ? { "aria-disabled": true, onClick: refuse } : {})}
      aria-busy={busy}
      className={buttonClasses(look, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

function refuse(event: MouseEvent): void {
  event.preventDefault();
}

/** The look of a button, for a link that leads somewhere. */
export function buttonClasses(look: keyof typeof LOOKS, className?: string): string {
  return classes(
    "target inline-flex items-center justify-center gap-2 rounded-md border px-3 py-1.5 text-sm font-medium",
    "transition-colors disabled:opacity-55 aria-disabled:opacity-55",
    LOOKS[look],
    className,
  );
}
