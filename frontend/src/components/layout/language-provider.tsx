import { type ReactNode, startTransition, useEffect, useState } from "react";
import { useAppearance } from "@/hooks/use-appearance";
import { loadLanguage } from "@/lib/essential-messages";
import { LanguageContext } from "@/lib/i18n";
import { chooseLanguage, directionOf, type Language } from "@/lib/languages";
import { PreferencesContext, useKnownPreferences } from "@/queries/preferences";

/** Gives the pages their language and look, and follows when the reader chooses others. */
export function LanguageProvider({
  first,
  children,
}: {
  first: Language;
  children: ReactNode;
}) {
  const preferences = useKnownPreferences();
  const [language, setLanguage] = useState(first);
  const wanted = chooseLanguage(preferences.language, navigator.languages);
  useAppearance(preferences);
  useEffect(() => {
    void loadLanguage(wanted).then(() => startTransition(() => setLanguage(wanted)));
  }, [wanted]);
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = directionOf(language);
  }, [language]);
  return (
    <PreferencesContext value={preferences}>
      <LanguageContext value={language}>{children}</LanguageContext>
    </PreferencesContext>
  );
}
