import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { classes } from "@/components/ui/class-names";
import { controlClasses, Field, type FieldTexts } from "@/components/ui/field";
import { useMessages } from "@/lib/i18n";

/** A password, which one may look at while typing it. */
export function PasswordField({
  label,
  hint,
  error,
  className,
  ...rest
}: FieldTexts & Omit<ComponentProps<"input">, "type">) {
  const say = useMessages("ui");
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error}>
      {({ id, describedBy }) => (
        <div className="relative">
          <input
            {...rest}
            id={id}
            type={isShown ? "text" : "password"}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            aria-describedby={describedBy}
            aria-invalid={error ? true : undefined}
            className={classes(controlClasses, "pe-11", className)}
          />
          <button
            type="button"
            aria-label={isShown ? say("hidePassword") : say("showPassword")}
            aria-controls={id}
            onClick={() => setShown(!isShown)}
            className="target absolute inset-y-0 end-0.5 my-auto inline-flex items-center justify-center rounded-md text-soft hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-4.5" />
          </button>
        </div>
      )}
    </Field>
  );
}
