// Asking the server to look for new entries now. They arrive by live events.
import { useQueryClient } from "@tanstack/react-query";
import { useMessages } from "@/lib/i18n";
import type { ListScope } from "@/lib/list-scope";
import { allRefreshedText } from "@/lib/refresh-text";
import { restartList } from "@/queries/entries";
import { useRefreshAll, useRefreshFeed } from "@/queries/feed-changes";
import { toast } from "@/state/toasts";
import { useErrorText } from "./use-error-text";
import { useNotNowText } from "./use-not-now-text";

// Pixels: further down, one has a place to lose.
const NEAR_TOP = 300;

/** `refresh(scope)` also loads the list again, for whoever is at its top; further down, what
 * is new announces itself. `refresh(null)` is for all feeds. */
export function useRefresh(): (scope: ListScope | null) => void {
  const say = useMessages("reading");
  const errorText = useErrorText();
  const client = useQueryClient();
  const one = useRefreshFeed();
  const all = useRefreshAll();
  const notNow = useNotNowText();
  // Promises, not callbacks: a menu that asked may be gone when the answer comes.
  const refreshed = async (feedId: number | null): Promise<string> => {
    if (feedId === null) return allRefreshedText(say, await all.mutateAsync());
    const { is_due, feed } = await one.mutateAsync(feedId);
    return is_due ? say("refreshing", { count: 1 }) : await notNow(feed);
  };
  return (scope) => {
    const feedId = scope?.kind === "feed" ? scope.id : null;
    const { scrollTop = 0 } = document.querySelector("[data-entry-list]") ?? {};
    if (scope && scrollTop < NEAR_TOP) void restartList(client, scope);
    refreshed(feedId).then(
      (text) => toast({ key: "refresh", text }),
      (error: unknown) => toast({ key: "refresh", text: errorText(error), look: "danger" }),
    );
  };
}
