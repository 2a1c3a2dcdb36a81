import type { Status } from "@/api/types";
import { useMessages } from "@/lib/i18n";

const KNOWN = [
  "database_silent",
  "disk_full",
  "database_large",
  "work_stuck",
  "ai_unavailable",
] as const;

/** Return how to say what is not well with the installation, in the reader's language. */
export function useProblemText(): (
  status: Pick<Status, "health_problems" | "health_warning">,
) => string[] {
  const say = useMessages("health");
  return ({ health_problems: codes, health_warning: warning }) => {
    const known = KNOWN.filter((one) => codes.includes(one));
    // A newer server may know of more than we do: its own words then.
    if (known.length < codes.length || (codes.length === 0 && warning)) {
      return warning ? [warning] : [];
    }
    return known.map((one) => say(one));
  };
}
