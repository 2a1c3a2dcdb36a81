// The ways in that need no password here: passkeys, and services that vouch for somebody.
import { KeyRound } from "lucide-react";
import { useEffect } from "react";
import { Button, buttonClasses } from "@/components/ui/button";
import { useAuthError } from "@/hooks/use-auth-error";
import { useMessages } from "@/lib/i18n";
import { passkeysWorkHere } from "@/lib/passkeys";
import { offerPasskeys, stopOffering, usePasskeySignIn } from "@/queries/passkey-sign-in";

interface SignInWaysProps {
  passkeyOrigin: string | null;
  providers: readonly string[];
  next: string | undefined;
  onSignedIn: () => void;
}

const PROVIDERS = {
  oidc: { label: "withOidc", path: "oidc" },
  google: { label: "withGoogle", path: "oauth/google" },
  facebook: { label: "withFacebook", path: "oauth/facebook" },
  apple: { label: "withApple", path: "oauth/apple" },
} as const;

export function SignInWays({ providers, passkeyOrigin, next, onSignedIn }: SignInWaysProps) {
  const say = useMessages("auth");
  const errorText = useAuthError();
  const signIn = usePasskeySignIn();
  const hasPasskeys = passkeysWorkHere(passkeyOrigin);
  const { mutate } = signIn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: offered once, while the page is open
  useEffect(() => {
    if (!hasPasskeys) return;
    void offerPasskeys((credential) => mutate(credential, { onSuccess: onSignedIn }));
    return stopOffering;
  }, []);
  const known = Object.entries(PROVIDERS).filter(([name]) => providers.includes(name));
  if (!hasPasskeys && known.length === 0) return null;
  return (
    <div className="mt-5 flex flex-col gap-2">
      <p className="flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {say("or")}
      </p>
      {hasPasskeys && (
        <Button
          busy={signIn.isPending}
          onClick={() => signIn.mutate(null, { onSuccess: onSignedIn })}
        >
          <KeyRound aria-hidden="true" className="size-4" />
          {say("passkey")}
        </Button>
      )}
      {known.map(([name, { label, path }]) => (
        // A link, not a button: the server sends the browser on to the other service.
        <a key={name} href={addressOf(path, next)} className={buttonClasses("secondary")}>
          {say(label)}
        </a>
      ))}
      {signIn.error && !isDismissed(signIn.error) && (
        <p role="alert" className="text-sm text-danger">
          {errorText(signIn.error)}
        </p>
      )}
    </div>
  );
}

function addressOf(path: string, next: string | undefined): string {
  const query = next ? `?${new URLSearchParams({ next })}` : "";
  return `/api/v1/auth/${path}${query}`;
}

/** Whoever closes the browser's own window needs no message. */
function isDismissed(error: unknown): boolean {
  return error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name);
}
