import { useEffect } from "react";
import { ShellKeys } from "@/components/keyboard/shell-keys";
import { useReportLanguage } from "@/hooks/use-report-language";
import { useLanguage } from "@/lib/i18n";
import { whenIdle } from "@/lib/when-idle";
import { useStatus } from "@/queries/feeds";
import { useNews } from "@/realtime/use-news";
import { loadMenus } from "./load-menus";

/** What listens all the time: live events and keys. Loaded once the page can be seen, so it
 * also asks for the notices, which no page waits for. */
export function Live() {
  useNews();
  useStatus();
  useReportLanguage();
  const language = useLanguage();
  useEffect(() => whenIdle(() => loadMenus(language)), [language]);
  return <ShellKeys />;
}
