// The reader's choices: from the account, mirrored in the browser, changed at once.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, ask } from "@/api/client";
import type { Account } from "@/api/types";
import { recall, remember } from "@/lib/local-store";
import { type Preferences, readPreferences } from "@/lib/preferences";
import { meQuery } from "./account";
import { keys } from "./keys";

const MIRROR = "preferences";

export function recalledPreferences(): Preferences {
  return readPreferences(recall(MIRROR));
}

export function usePreferences(): Preferences {
  // Only looks: whoever is not signed in need not be asked for, and refused.
  const me = useQuery({ ...meQuery, enabled: false });
  return me.data ? readPreferences(me.data.preferences) : recalledPreferences();
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
