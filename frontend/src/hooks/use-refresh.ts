// Asking the server to look for new entries now. They arrive by live events.
import { useQueryClient } from "@tanstack/react-query";
import { useErrorText } from "@/components/ui/error-text";
import { toast } from "@/components/ui/toast-store";
import { useMessages } from "@/lib/i18n";
import type { ListScope } from "@/lib/list-scope";
import { restartList } from "@/queries/entries";
import { useRefreshFeeds } from "@/queries/feed-changes";

// Pixels: further down, one has a place to lose.
const NEAR_TOP = 300;

/** `refresh(scope)` also loads the list anew, for whoever stands at its top; further down, what
 * is new announces itself. `refresh(null)` is for all feeds. */
export function useRefresh(): (scope: ListScope | null) => void {
  const say = useMessages("reading");
  const errorText = useErrorText();
  const client = useQueryClient();
  const { mutateAsync } = useRefreshFeeds();
  return (scope) => {
    const feedId = scope?.kind === "feed" ? scope.id : null;
    const { scrollTop = 0 } = document.querySelector("[data-entry-list]") ?? {};
    if (scope && scrollTop < NEAR_TOP) void restartList(client, scope);
    // Promises, not callbacks: a menu that asked may be gone when the answer comes.
    mutateAsync(feedId).then(
      (due) =>
        toast({
          key: "refresh",
          text: due > 0 ? say("refreshing", { count: due }) : say("refreshedBefore"),
        }),
      (error: unknown) => toast({ key: "refresh", text: errorText(error), look: "danger" }),
    );
  };
}
