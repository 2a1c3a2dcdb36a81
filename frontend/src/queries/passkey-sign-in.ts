// Signing in by a passkey: by the button, or from the browser's own list of accounts.
import type { AuthenticationResponseJSON } from "@simplewebauthn/browser";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { keys } from "./keys";

type Credential = AuthenticationResponseJSON;
type Options = Parameters<
  typeof import("@simplewebauthn/browser").startAuthentication
>[0]["optionsJSON"];

const library = () => import("@simplewebauthn/browser");

/** `mutate(null)` asks for a passkey first; `mutate(credential)` has one already. */
export function usePasskeySignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (given: Credential | null) =>
      sendCredential(given ?? (await askForPasskey(false))),
    onSuccess: ({ user }) => client.setQueryData(keys.me, user),
  });
}

/** Let the browser offer passkeys where the name is typed; nothing happens if it cannot. */
export async function offerPasskeys(onChosen: (credential: Credential) => void) {
  try {
    const { browserSupportsWebAuthnAutofill } = await library();
    if (!(await browserSupportsWebAuthnAutofill())) return;
    onChosen(await askForPasskey(true));
  } catch {
    // Not chosen, not supported, not allowed on this address: the other ways are there.
  }
}

export function stopOffering(): void {
  void library().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony());
}

async function askForPasskey(useBrowserAutofill: boolean): Promise<Credential> {
  const { startAuthentication } = await library();
  const optionsJSON = (await ask(api.POST("/api/v1/auth/passkey/options"))) as Options;
  return startAuthentication({ optionsJSON, useBrowserAutofill });
}

function sendCredential({ id, rawId, response }: Credential) {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const credential = {
    id,
    rawId,
    type: "public-key" as const,
    response: {
      clientDataJSON,
      authenticatorData,
      signature,
      ...(userHandle ? { userHandle } : {}),
    },
  };
  return ask(api.POST("/api/v1/auth/passkey", { body: { credential } }));
}
