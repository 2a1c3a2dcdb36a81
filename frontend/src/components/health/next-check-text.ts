import { useFormat } from "@/hooks/use-format";
import { useNow } from "@/hooks/use-now";
import { useMessages } from "@/lib/i18n";
import { type NextCheck, nextCheckText } from "@/lib/next-check";

/** Return a function that says when a feed is checked next, and why then. */
export function useNextCheckText(): (check: NextCheck) => string {
  const say = useMessages("health");
  const { ago } = useFormat();
  const now = useNow();
  return (check) => nextCheckText(say, { now, ago }, check);
}
