import { useEffect, useRef } from "react";
import { useLanguage } from "@/lib/i18n";
import { useMe } from "@/queries/account";
import { useChangePreferences, usePreferences } from "@/queries/preferences";

/** Reports to the server, once, which language the pages are in: only the browser knows, and
 * summaries and digests are to be in the same. */
export function useReportLanguage(): void {
  const language = useLanguage();
  const { browserLanguage } = usePreferences();
  const isKnown = useMe().data !== undefined;
  const { mutate } = useChangePreferences();
  // What fails is taken back: it is reported again by the next visit, not at once and for ever.
  const isReported = useRef(false);
  useEffect(() => {
    if (!isKnown || browserLanguage !== "" || isReported.current) return;
    isReported.current = true;
    mutate({ browserLanguage: language });
  }, [isKnown, browserLanguage, language, mutate]);
}
