// A form control with its label, hint and error, tied together for screen readers.
import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "./class-names";

export interface FieldTexts {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

interface FieldProps extends FieldTexts {
  children: (ids: { id: string; describedBy: string | undefined }) => ReactNode;
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, describedBy: describedBy || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

export const controlClasses =
  "target w-full rounded-md border border-edge bg-raised px-3 py-1.5 text-ink aria-invalid:border-danger disabled:opacity-55";

export function TextField({
  label,
  hint,
  error,
  className,
  ...rest
}: FieldTexts & ComponentProps<"input">) {
  return (
    <Field label={label} hint={hint} error={error}>
      {({ id, describedBy }) => (
        <input
          {...rest}
          id={id}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          className={classes(controlClasses, className)}
        />
      )}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  error,
  className,
  ...rest
}: FieldTexts & ComponentProps<"textarea">) {
  return (
    <Field label={label} hint={hint} error={error}>
      {({ id, describedBy }) => (
        <textarea
          rows={4}
          {...rest}
          id={id}
          aria-describedby={describedBy}
          aria-invalid={error ? true : undefined}
          className={classes(controlClasses, className)}
        />
      )}
    </Field>
  );
}
