// The reader's choices: from the account, mirrored in the browser, changed at once.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, use, useMemo } from "react";
import { api, ask } from "@/api/client";
import type { Account } from "@/api/types";
import { remember } from "@/lib/local-store";
import { DEFAULTS, type Preferences, readPreferences } from "@/lib/preferences";
import { MIRROR, recalledPreferences } from "@/lib/recalled";
import { meQuery } from "./account";
import { keys } from "./keys";

export const PreferencesContext = createContext<Preferences>(DEFAULTS);

/** Cheap: every row of every list asks. */
export function usePreferences(): Preferences {
  return use(PreferencesContext);
}

/** For the one that gives them to all others. */
export function useKnownPreferences(): Preferences {
  // Only looks: whoever is not signed in need not be asked for, and refused.
  const stored = useQuery({ ...meQuery, enabled: false }).data?.preferences;
  return useMemo(() => (stored ? readPreferences(stored) : recalledPreferences()), [stored]);
}

/** `change.mutate({ theme: "dark" })`: only what is named changes. */
export function useChangePreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (preferences: Partial<Preferences>) =>
      ask(api.PATCH("/api/v1/users/me", { body: { preferences } })),
    onMutate: (change) => {
      const before = client.getQueryData<Account>(keys.me);
      if (before) {
        const preferences = { ...before.preferences, ...change };
        client.setQueryData<Account>(keys.me, { ...before, preferences });
        remember(MIRROR, preferences);
      }
      return before;
    },
    onError: (_error, _change, before) => {
      if (before) client.setQueryData(keys.me, before);
    },
    onSuccess: (account) => {
      client.setQueryData(keys.me, account);
      remember(MIRROR, account.preferences);
    },
  });
}

export function mirrorPreferences(preferences: Preferences): void {
  remember(MIRROR, preferences);
}
