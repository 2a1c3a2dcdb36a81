import { Link, useLocation, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { SignedOutPage } from "@/components/layout/signed-out-page";
import { NewPasswordField } from "@/components/signed-out/new-password-field";
import { Button, buttonClasses } from "@/components/ui/button";
import { useAuthError } from "@/hooks/use-auth-error";
import { useMessages } from "@/lib/i18n";
import { secretInLink } from "@/lib/secret-in-link";
import { useResetPassword } from "@/queries/password-reset";
import { readSignInSearch } from "./guards";

export function ResetPasswordPage() {
  const say = useMessages("sign-in");
  const sayMore = useMessages("auth");
  const reset = useResetPassword();
  const search = readSignInSearch(useSearch({ strict: false }));
  const hash = useLocation({ select: (location) => location.hash });
  const token = secretInLink(hash, "reset", search.token);
  if (reset.isSuccess) {
    return (
      <SignedOutPage title={sayMore("resetDoneTitle")} text={say("resetDone")}>
        <Link to="/login" className={buttonClasses("primary")}>
          {say("signIn")}
        </Link>
      </SignedOutPage>
    );
  }
  if (!token) {
    return (
      <SignedOutPage title={say("forgotTitle")} text={sayMore("resetNoToken")}>
        <AskAgain />
      </SignedOutPage>
    );
  }
  return (
    <SignedOutPage title={say("forgotTitle")} text={sayMore("resetText")}>
      <NewPasswordForm token={token} reset={reset} />
    </SignedOutPage>
  );
}

interface NewPasswordFormProps {
  token: string;
  reset: ReturnType<typeof useResetPassword>;
}

function NewPasswordForm({ token, reset }: NewPasswordFormProps) {
  const say = useMessages("sign-in");
  const sayMore = useMessages("auth");
  const errorText = useAuthError();
  const [password, setPassword] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    reset.mutate({ token, password });
  };
  return (
    <form onSubmit={send} className="flex flex-col gap-4">
      <NewPasswordField
        label={say("newPassword")}
        value={password}
        onChange={setPassword}
        error={errorText(reset.error)}
      />
      <Button type="submit" look="primary" busy={reset.isPending}>
        {sayMore("setPassword")}
      </Button>
      {reset.isError && <AskAgain />}
    </form>
  );
}

function AskAgain() {
  const say = useMessages("auth");
  return (
    <Link
      to="/forgot-password"
      className="text-sm reach text-accent underline underline-offset-4"
    >
      {say("askAgain")}
    </Link>
  );
}
