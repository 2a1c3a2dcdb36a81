import { Link, useLocation, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { SignInOptions } from "@/api/types";
import { PagePending } from "@/components/layout/page-states";
import { SignedOutPage } from "@/components/layout/signed-out-page";
import { NewPasswordField } from "@/components/signed-out/new-password-field";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { TextField } from "@/components/ui/field";
import { useAuthError } from "@/hooks/use-auth-error";
import { useCountdown } from "@/hooks/use-countdown";
import { authErrorKeyOf } from "@/lib/auth-errors";
import { useMessages } from "@/lib/i18n";
import { secretInLink } from "@/lib/secret-in-link";
import { useRegister, useSignInOptions } from "@/queries/account";
import { readSignInSearch } from "./guards";
import { useEnter } from "./use-enter";

/** Also the page of an invitation: its link brings a token. */
export function RegisterPage() {
  const say = useMessages("sign-in");
  const sayMore = useMessages("auth");
  const options = useSignInOptions();
  const search = readSignInSearch(useSearch({ strict: false }));
  const hash = useLocation({ select: (location) => location.hash });
  const token = secretInLink(hash, "invite", search.token) ?? undefined;
  if (options.error)
    return <ErrorState error={options.error} onRetry={() => void options.refetch()} />;
  if (!options.data) return <PagePending />;
  if (!options.data.registration_open && !token) {
    const byInvite = options.data.registration === "invite";
    return (
      <SignedOutPage
        title={say("closedTitle")}
        text={byInvite ? sayMore("inviteOnlyText") : say("closedText")}
      >
        <SignInLink />
      </SignedOutPage>
    );
  }
  const isFirst = !options.data.has_accounts;
  return (
    <SignedOutPage {...textsFor(say, sayMore, options.data, token)}>
      <RegisterForm invite={token} />
      {!isFirst && (
        <p className="mt-4">
          <SignInLink />
        </p>
      )}
    </SignedOutPage>
  );
}

function textsFor(
  say: ReturnType<typeof useMessages<"sign-in">>,
  sayMore: ReturnType<typeof useMessages<"auth">>,
  options: SignInOptions,
  token: string | undefined,
) {
  if (!options.has_accounts) return { title: say("firstTitle"), text: say("firstText") };
  if (token) return { title: say("inviteTitle"), text: sayMore("inviteText") };
  return { title: say("registerTitle") };
}

function RegisterForm({ invite }: { invite: string | undefined }) {
  const say = useMessages("sign-in");
  const sayMore = useMessages("auth");
  const errorText = useAuthError();
  // A new reader has nothing to read yet: that page invites.
  const enter = useEnter("/subscribe");
  const register = useRegister();
  const wait = useCountdown(register.error);
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    const body = { username, password, ...(invite ? { invite } : {}) };
    register.mutate(body, { onSuccess: enter });
  };
  const words = wait > 0 ? sayMore("waitSeconds", { count: wait }) : errorText(register.error);
  const isAboutName = ["nameTaken", "badName"].includes(authErrorKeyOf(register.error) ?? "");
  return (
    <form onSubmit={send} className="flex flex-col gap-4">
      <TextField
        label={say("newUsername")}
        hint={sayMore("nameHint")}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        required
        maxLength={64}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        error={isAboutName ? words : undefined}
      />
      <NewPasswordField
        label={say("password")}
        value={password}
        onChange={setPassword}
        error={isAboutName ? undefined : words}
      />
      <Button type="submit" look="primary" busy={register.isPending} disabled={wait > 0}>
        {say("createAccount")}
      </Button>
    </form>
  );
}

function SignInLink() {
  const say = useMessages("sign-in");
  return (
    <Link to="/login" className="text-sm reach text-accent underline underline-offset-4">
      {say("haveAccount")}
    </Link>
  );
}
