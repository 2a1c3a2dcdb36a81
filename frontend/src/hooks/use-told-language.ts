import { useEffect } from "react";
import { useLanguage } from "@/lib/i18n";
import { useMe } from "@/queries/account";
import { useChangePreferences, usePreferences } from "@/queries/preferences";

/** Tells the server, once, which language the pages are in: only the browser knows, and
 * summaries and digests are to be in the same. */
export function useToldLanguage(): void {
  const language = useLanguage();
  const { browserLanguage } = usePreferences();
  const isKnown = useMe().data !== undefined;
  const { mutate } = useChangePreferences();
  useEffect(() => {
    if (isKnown && browserLanguage === "") mutate({ browserLanguage: language });
  }, [isKnown, browserLanguage, language, mutate]);
}
