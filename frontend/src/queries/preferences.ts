// The reader's choices: from the account, mirrored in the browser, changed at once.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, use, useMemo } from "react";
import { api, ask } from "@/api/client";
import type { Account } from "@/api/types";
import { remember } from "@/lib/local-store";
import {
  DEFAULTS,
  type PictureMode,
  type Preferences,
  pictureMode,
  readPreferences,
} from "@/lib/preferences";
import { MIRROR, recalledPreferences } from "@/lib/recalled";
import { meQuery } from "./account";
import { keys } from "./keys";

const changeKey = ["change-preferences"] as const;

export const PreferencesContext = createContext<Preferences>(DEFAULTS);

/** Cheap: every row of every list asks. */
export function usePreferences(): Preferences {
  return use(PreferencesContext);
}

/** Whether pictures are shown; where data is to be saved, only those that one taps on. */
export function usePictureMode(): PictureMode {
  return pictureMode(usePreferences().pictures);
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
  // While another change is on its way, an answer to this one does not know of it.
  const isLast = () => client.isMutating({ mutationKey: changeKey }) <= 1;
  const show = (account: Account) => {
    client.setQueryData(keys.me, account);
    remember(MIRROR, account.preferences);
  };
  return useMutation({
    mutationKey: changeKey,
    // One after the other, so that the last choice is the one that stays.
    scope: { id: "preferences" },
    mutationFn: (preferences: Partial<Preferences>) =>
      ask(api.PATCH("/api/v1/users/me", { body: { preferences } })),
    onMutate: (change) => {
      const before = client.getQueryData<Account>(keys.me);
      if (before) show({ ...before, preferences: { ...before.preferences, ...change } });
      return before;
    },
    onError: (_error, _change, before) => {
      if (before) show(before);
    },
    onSuccess: (account) => {
      if (isLast()) show(account);
    },
  });
}

export function mirrorPreferences(preferences: Preferences): void {
  remember(MIRROR, preferences);
}
