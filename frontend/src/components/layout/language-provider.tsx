import { type ReactNode, useEffect, useState, useTransition } from "react";
import { useAppearance } from "@/hooks/use-appearance";
import { LanguageContext, loadLanguage } from "@/lib/i18n";
import { chooseLanguage, directionOf, type Language } from "@/lib/languages";
import { usePreferences } from "@/queries/preferences";

/** Gives the pages their language and look, and follows when the reader chooses others. */
export function LanguageProvider({
  first,
  children,
}: {
  first: Language;
  children: ReactNode;
}) {
  const preferences = usePreferences();
  const [language, setLanguage] = useState(first);
  const [, startTransition] = useTransition();
  const wanted = chooseLanguage(preferences.language, navigator.languages);
  useAppearance(preferences);
  useEffect(() => {
    void loadLanguage(wanted).then(() => startTransition(() => setLanguage(wanted)));
  }, [wanted]);
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  }, [language]);
  return <LanguageContext value={language}>{children}</LanguageContext>;
}
