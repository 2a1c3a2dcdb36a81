import { ShellKeys } from "@/components/keyboard/shell-keys";
import { useReportLanguage } from "@/hooks/use-report-language";
import { useStatus } from "@/queries/feeds";
import { useNews } from "@/realtime/use-news";

/** What listens all the time: live events and keys. Loaded once the page can be seen, so it
 * also asks for the notices, which no page waits for. */
export function Live() {
  useNews();
  useStatus();
  useReportLanguage();
  return <ShellKeys />;
}
