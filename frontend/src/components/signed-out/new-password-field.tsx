import { useMessages } from "@/lib/i18n";
import { PasswordField } from "./password-field";

const SHORTEST = 10;

interface NewPasswordFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** A new password. Only its length is judged: that is what makes it strong. */
export function NewPasswordField({ label, value, onChange, error }: NewPasswordFieldProps) {
  const say = useMessages("auth");
  const saySignIn = useMessages("sign-in");
  const missing = SHORTEST - [...value].length;
  const judged = missing > 0 ? say("tooShort", { count: missing }) : say("longEnough");
  return (
    <PasswordField
      label={label}
      hint={
        <>
          {saySignIn("passwordHint")}
          {value !== "" && (
            <span className={missing > 0 ? "block" : "block text-good"}>{judged}</span>
          )}
        </>
      }
      autoComplete="new-password"
      required
      minLength={SHORTEST}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  );
}
