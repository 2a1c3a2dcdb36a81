import type { Subscription } from "@/api/types";
import { useSubscriptions } from "@/queries/feeds";

// What the server calls it; briefings and samples are of the same kind.
const SAVED_PAGES = "Saved pages";

/** The feed of the pages that the reader saved; undefined: there is none yet. */
export function useSavedPages(): Subscription | undefined {
  return useSubscriptions().data?.find(
    ({ feed }) => feed.kind === "pages" && feed.title === SAVED_PAGES,
  );
}
