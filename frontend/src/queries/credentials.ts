// The ways into one's account: sessions, tokens, passkeys, connected services.

import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import { everyPage, pageQuery } from "@/api/every-page";
import type { components } from "@/api/schema";

type Schemas = components["schemas"];
export type Session = Schemas["SessionView"];
export type Token = Schemas["ApiToken"];
export type Passkey = Schemas["Passkey"];
export type Identity = Schemas["LinkedProvider"];
export type TokenWanted = Schemas["TokenWanted"];

const credentials = ["credentials"] as const;
const sessionsKey = [...credentials, "sessions"] as const;
const tokensKey = [...credentials, "tokens"] as const;
const passkeysKey = [...credentials, "passkeys"] as const;
const identitiesKey = [...credentials, "identities"] as const;

const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: ({ signal }) =>
    everyPage((cursor) =>
      ask(
        api.GET("/api/v1/users/me/sessions", { params: { query: pageQuery(cursor) }, signal }),
      ),
    ),
});
const tokensQuery = queryOptions({
  queryKey: tokensKey,
  queryFn: ({ signal }) =>
    everyPage((cursor) =>
      ask(api.GET("/api/v1/users/me/tokens", { params: { query: pageQuery(cursor) }, signal })),
    ),
});
const passkeysQuery = queryOptions({
  queryKey: passkeysKey,
  queryFn: async ({ signal }) =>
    (await ask(api.GET("/api/v1/users/me/passkeys", { signal }))).items,
});
const identitiesQuery = queryOptions({
  queryKey: identitiesKey,
  queryFn: async ({ signal }) =>
    (await ask(api.GET("/api/v1/users/me/identities", { signal }))).items,
});

export const useSessions = () => useQuery(sessionsQuery);
export const useTokens = () => useQuery(tokensQuery);
export const usePasskeys = () => useQuery(passkeysQuery);
export const useIdentities = () => useQuery(identitiesQuery);

export function useEndSession() {
  return useChange(sessionsKey, (id: string) =>
    ask(api.DELETE("/api/v1/users/me/sessions/{id}", { params: { path: { id } } })),
  );
}

export function useEndOtherSessions() {
  return useChange(sessionsKey, (_: undefined) => ask(api.DELETE("/api/v1/users/me/sessions")));
}

export function useMakeToken() {
  return useChange(tokensKey, (body: TokenWanted) =>
    ask(api.POST("/api/v1/users/me/tokens", { body })),
  );
}

export function useEndToken() {
  return useChange(tokensKey, (id: string) =>
    ask(api.DELETE("/api/v1/users/me/tokens/{id}", { params: { path: { id } } })),
  );
}

/** Makes a passkey in the browser, and keeps it under a name. */
export function useMakePasskey() {
  return useChange(passkeysKey, async (name: string) => {
    const { startRegistration } = await import("@simplewebauthn/browser");
    const options = await ask(api.POST("/api/v1/users/me/passkeys/options"));
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    const { id, rawId, response } = await startRegistration({ optionsJSON });
    const credential = {
      id,
      rawId,
      type: "public-key" as const,
      response: {
        clientDataJSON: response.clientDataJSON,
        attestationObject: response.attestationObject,
        transports: response.transports ?? [],
      },
    };
    return ask(api.POST("/api/v1/users/me/passkeys", { body: { name, credential } }));
  });
}

export function useDropPasskey() {
  return useChange(passkeysKey, (passkey_id: string) =>
    ask(
      api.DELETE("/api/v1/users/me/passkeys/{passkey_id}", {
        params: { path: { passkey_id } },
      }),
    ),
  );
}

export function useDisconnect() {
  return useChange(identitiesKey, (provider: Identity["provider"]) =>
    ask(
      api.DELETE("/api/v1/users/me/identities/{provider}", { params: { path: { provider } } }),
    ),
  );
}

/** A change after which a list is asked for again. */
function useChange<Variables, Answer>(
  queryKey: readonly string[],
  mutationFn: (variables: Variables) => Promise<Answer>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
}
