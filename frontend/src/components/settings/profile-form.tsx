import { type FormEvent, useState } from "react";
import type { Account } from "@/api/types";
import { PasswordField } from "@/components/signed-out/password-field";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { useAuthError } from "@/hooks/use-auth-error";
import { authErrorKeyOf } from "@/lib/auth-errors";
import { useMessages } from "@/lib/i18n";
import { useChangeAccount } from "@/queries/profile";
import { toast } from "@/state/toasts";

interface ProfileFormProps {
  account: Account;
  isSingle: boolean;
}

/** Name and e-mail. The password is asked for only once something is to change. */
export function ProfileForm({ account, isSingle }: ProfileFormProps) {
  const say = useMessages("account");
  const sayUi = useMessages("ui");
  const errors = useFieldErrors();
  const change = useChangeAccount();
  const [name, setName] = useState(account.name);
  const [email, setEmail] = useState(account.email ?? "");
  const [password, setPassword] = useState("");
  const isChanged = name !== account.name || email !== (account.email ?? "");
  const send = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      ...(name === account.name ? {} : { name }),
      ...(email === (account.email ?? "") ? {} : { email }),
      ...(password ? { current_password: password } : {}),
    };
    const onSuccess = () => {
      setPassword("");
      toast({ text: say("profileSaved") });
    };
    change.mutate(body, { onSuccess });
  };
  const shown = errors(change.error);
  return (
    <form onSubmit={send} className="flex max-w-md flex-col gap-4">
      <TextField
        label={say("name")}
        autoComplete="username"
        required
        disabled={isSingle}
        hint={isSingle ? say("singleUserName") : undefined}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={shown.name}
      />
      <TextField
        label={say("email")}
        hint={say("emailHint")}
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={shown.email}
      />
      {isChanged && account.has_password && (
        <PasswordField
          label={say("currentPassword")}
          hint={say("currentPasswordHint")}
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={shown.rest}
        />
      )}
      {!account.has_password && shown.rest && (
        <p role="alert" className="text-sm text-danger">
          {shown.rest}
        </p>
      )}
      {isChanged && (
        <div>
          <Button type="submit" look="primary" busy={change.isPending}>
            {sayUi("save")}
          </Button>
        </div>
      )}
    </form>
  );
}

/** Each error beside the field that it is about. */
function useFieldErrors() {
  const errorText = useAuthError();
  const say = useMessages("auth");
  return (error: unknown): { name?: string; email?: string; rest?: string } => {
    const key = authErrorKeyOf(error);
    const text = key === "wrongCredentials" ? say("wrongPassword") : errorText(error);
    if (text === undefined) return {};
    if (key === "nameTaken" || key === "badName") return { name: text };
    if (key === "emailUnusable" || key === "notAnEmail") return { email: text };
    return { rest: text };
  };
}
