import { type FormEvent, useState } from "react";
import { NewPasswordField } from "@/components/signed-out/new-password-field";
import { PasswordField } from "@/components/signed-out/password-field";
import { Button } from "@/components/ui/button";
import { useAuthError } from "@/hooks/use-auth-error";
import { authErrorKeyOf } from "@/lib/auth-errors";
import { useMessages } from "@/lib/i18n";
import { useChangeAccount } from "@/queries/profile";
import { toast } from "@/state/toasts";

/** A new password, also the first one of somebody who came by another service. */
export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const say = useMessages("account");
  const sayAuth = useMessages("auth");
  const errorText = useAuthError();
  const change = useChangeAccount();
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    const body = { password, ...(hasPassword ? { current_password: current } : {}) };
    const onSuccess = () => {
      setCurrent("");
      setPassword("");
      toast({ text: say("passwordChanged") });
    };
    change.mutate(body, { onSuccess });
  };
  const isCurrent = authErrorKeyOf(change.error) === "wrongCredentials";
  return (
    <form onSubmit={send} className="flex max-w-md flex-col gap-4">
      {hasPassword && (
        <PasswordField
          label={say("currentPassword")}
          autoComplete="current-password"
          required
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          error={isCurrent ? sayAuth("wrongPassword") : undefined}
        />
      )}
      <NewPasswordField
        label={say("newPassword")}
        value={password}
        onChange={setPassword}
        error={isCurrent ? undefined : errorText(change.error)}
      />
      <div>
        <Button type="submit" busy={change.isPending}>
          {hasPassword ? say("changePassword") : say("setPassword")}
        </Button>
      </div>
    </form>
  );
}
