import { formatAgo } from "@/lib/ago";
import {
  formatBytes,
  formatCount,
  formatDateTime,
  formatDay,
  formatNumber,
} from "@/lib/format";
import { useLanguage, useMessages } from "@/lib/i18n";
import { useNow } from "./use-now";

/** Dates, numbers and sizes in the reader's language: `format.ago(entry.published_at)`. */
export function useFormat() {
  const language = useLanguage();
  const say = useMessages("time");
  const now = useNow();
  return {
    ago: (at: number) => formatAgo(say, language, at, now),
    day: (at: number) => formatDay(language, at, now),
    dateTime: (at: number) => formatDateTime(language, at),
    number: (value: number) => formatNumber(language, value),
    count: (value: number) => formatCount(language, value),
    bytes: (value: number) => formatBytes(language, value),
  };
}
