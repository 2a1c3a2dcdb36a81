import { Link, Navigate, useLocation, useSearch } from "@tanstack/react-router";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { SignedOutPage } from "@/components/layout/signed-out-page";
import { PasswordField } from "@/components/signed-out/password-field";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { useAuthError } from "@/hooks/use-auth-error";
import { useCountdown } from "@/hooks/use-countdown";
import { authErrorKey, authErrorKeyOf } from "@/lib/auth-errors";
import { useMessages } from "@/lib/i18n";
import { useSignIn, useSignInOptions } from "@/queries/account";
import { readSignInSearch } from "./guards";
import { useEnter } from "./use-enter";

const SignInWays = lazy(() =>
  import("@/components/signed-out/sign-in-ways").then((part) => ({ default: part.SignInWays })),
);

export function LoginPage() {
  const say = useMessages("sign-in");
  const sayMore = useMessages("auth");
  const enter = useEnter();
  const options = useSignInOptions().data;
  const { next, error } = readSignInSearch(useSearch({ strict: false }));
  const refused = error === undefined ? null : (authErrorKey(error) ?? "identityRefused");
  const isSingle = options?.single_user ?? false;
  const hash = useLocation({ select: (location) => location.hash });
  // The link for a new password leads here.
  if (hash.startsWith("reset=")) return <Navigate to="/reset-password" hash={hash} replace />;
  return (
    <SignedOutPage
      title={say("signInTitle")}
      text={sayMore(isSingle ? "singleUserText" : "welcomeBackText")}
    >
      {refused && (
        <p role="alert" className="mb-4 rounded-md border border-danger p-3 text-sm">
          {sayMore(refused)}
        </p>
      )}
      <PasswordForm isSingle={isSingle} onSignedIn={enter} />
      {options && (
        <Suspense>
          <SignInWays
            providers={options.providers}
            passkeyOrigin={options.passkey_origin}
            next={next}
            onSignedIn={enter}
          />
        </Suspense>
      )}
      <p className="mt-5 flex flex-wrap justify-between gap-2 text-sm">
        {!isSingle && (
          <Link
            to="/forgot-password"
            className="reach text-accent underline underline-offset-4"
          >
            {say("forgot")}
          </Link>
        )}
        {options?.registration_open && (
          <Link to="/register" className="reach text-accent underline underline-offset-4">
            {say("createAccount")}
          </Link>
        )}
      </p>
    </SignedOutPage>
  );
}

function PasswordForm({ isSingle, onSignedIn }: { isSingle: boolean; onSignedIn: () => void }) {
  const say = useMessages("sign-in");
  const sayMore = useMessages("auth");
  const errorText = useAuthError();
  const signIn = useSignIn();
  const wait = useCountdown(signIn.error);
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate(isSingle ? { password } : { username, password }, { onSuccess: onSignedIn });
  };
  const isWrong = authErrorKeyOf(signIn.error) === "wrongCredentials";
  const words = isSingle && isWrong ? sayMore("wrongPassword") : errorText(signIn.error);
  return (
    <form onSubmit={send} className="flex flex-col gap-4">
      {!isSingle && (
        <TextField
          label={say("username")}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
      )}
      <PasswordField
        label={say("password")}
        autoComplete={isSingle ? "current-password webauthn" : "current-password"}
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={wait > 0 ? sayMore("waitSeconds", { count: wait }) : words}
      />
      <Button type="submit" look="primary" busy={signIn.isPending} disabled={wait > 0}>
        {say("signIn")}
      </Button>
    </form>
  );
}
