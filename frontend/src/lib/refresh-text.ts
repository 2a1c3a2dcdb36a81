// What is shown to a reader who asked for a check of all feeds. Pure.
import type { components } from "@/api/schema";
import type { Say } from "./messages";

export type AllRefreshed = components["schemas"]["AllRefreshed"];
type ReadingWords = Say<typeof import("@/messages/en/reading").default>;

/** Return what happens now, or else why nothing does. */
export function allRefreshedText(
  say: ReadingWords,
  { due, waiting, left_alone }: AllRefreshed,
): string {
  if (due > 0) return say("refreshing", { count: due });
  if (waiting > 0) return say("refreshWaits", { count: waiting });
  return say(left_alone > 0 ? "refreshLeftAlone" : "refreshNothing");
}
