import { useLocation, useNavigate } from "@tanstack/react-router";
import type { Subscription } from "@/api/types";
import { useMessages } from "@/lib/i18n";
import { useUnsubscribe } from "@/queries/feed-changes";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";
import { useErrorText } from "./use-error-text";
import { useLeftToast } from "./use-left-toast";

/** Returns a function that leaves a feed, once the reader has confirmed it by name. It can be
 * taken back. */
export function useLeaveFeed(): (subscription: Subscription) => Promise<void> {
  const say = useMessages("layout");
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { mutateAsync } = useUnsubscribe();
  const showLeft = useLeftToast();
  return async ({ id, title, feed_id }) => {
    const isSure = await confirm({
      title: say("leaveQuestion", { name: title }),
      text: say("leaveText"),
      action: say("leave"),
      danger: true,
    });
    if (!isSure) return;
    // Awaited, not called back: the menu that asked is gone by now.
    try {
      await mutateAsync(id);
    } catch (error) {
      toast({ text: errorText(error), look: "danger" });
      return;
    }
    showLeft(say("left", { name: title }), [id]);
    if (pathname === `/feed/${feed_id}`) void navigate({ to: "/" });
  };
}
