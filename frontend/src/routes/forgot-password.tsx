import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { SignedOutPage } from "@/components/layout/signed-out-page";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { useAuthError } from "@/hooks/use-auth-error";
import { useCountdown } from "@/hooks/use-countdown";
import { useMessages } from "@/lib/i18n";
import { useSignInOptions } from "@/queries/account";
import { useForgotPassword } from "@/queries/password-reset";

export function ForgotPasswordPage() {
  const say = useMessages("sign-in");
  const sayMore = useMessages("auth");
  const options = useSignInOptions().data;
  const forgot = useForgotPassword();
  if (options?.mail === false) {
    return (
      <SignedOutPage title={sayMore("noMailTitle")} text={sayMore("noMailText")}>
        <code className="block overflow-x-auto rounded-md border border-line bg-side px-3 py-2 text-sm">
          {sayMore("noMailCommand")}
        </code>
        <BackLink />
      </SignedOutPage>
    );
  }
  if (forgot.isSuccess) {
    return (
      <SignedOutPage title={sayMore("forgotSentTitle")} text={sayMore("forgotSentText")}>
        <BackLink />
      </SignedOutPage>
    );
  }
  return (
    <SignedOutPage title={say("forgotTitle")} text={say("forgotText")}>
      <AskForm forgot={forgot} />
      <BackLink />
    </SignedOutPage>
  );
}

function AskForm({ forgot }: { forgot: ReturnType<typeof useForgotPassword> }) {
  const say = useMessages("sign-in");
  const sayMore = useMessages("auth");
  const errorText = useAuthError();
  const wait = useCountdown(forgot.error);
  const [username, setUsername] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    forgot.mutate(username);
  };
  return (
    <form onSubmit={send} className="flex flex-col gap-4">
      <TextField
        label={sayMore("forgotLabel")}
        autoComplete="username"
        autoCapitalize="none"
        required
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        error={wait > 0 ? sayMore("waitSeconds", { count: wait }) : errorText(forgot.error)}
      />
      <Button type="submit" look="primary" busy={forgot.isPending} disabled={wait > 0}>
        {say("send")}
      </Button>
    </form>
  );
}

function BackLink() {
  const say = useMessages("auth");
  return (
    <p className="mt-5 text-sm">
      <Link to="/login" className="reach text-accent underline underline-offset-4">
        {say("backToSignIn")}
      </Link>
    </p>
  );
}
