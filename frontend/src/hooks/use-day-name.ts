import { formatDayName } from "@/lib/day-name";
import { useLanguage, useMessages } from "@/lib/i18n";
import { useNow } from "./use-now";

/** "Today", "Yesterday", then the weekday and date. */
export function useDayName(at: number): string {
  return formatDayName(useMessages("time"), useLanguage(), at, useNow());
}
