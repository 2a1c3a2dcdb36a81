// The keys that work on every page, and the two windows that keys open.
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useKeyboard } from "@/hooks/keyboard";
import { useShortcuts } from "@/hooks/shortcuts";
import { useFeedSteps } from "@/hooks/use-feed-steps";
import { useLeaveFeed } from "@/hooks/use-leave-feed";
import { useListScope } from "@/hooks/use-list-scope";
import { usePageKeys } from "@/hooks/use-page-keys";
import { useRefresh } from "@/hooks/use-refresh";
import { useSavedPages } from "@/hooks/use-saved-pages";
import { withinOf } from "@/lib/search-within";
import { useSubscriptions } from "@/queries/feeds";
import { undoLast } from "@/state/toasts";

const Palette = lazy(() => import("./palette").then((part) => ({ default: part.Palette })));
const Help = lazy(() => import("./help").then((part) => ({ default: part.Help })));

export function ShellKeys() {
  const [opened, setOpened] = useState<"palette" | "help" | null>(null);
  const navigate = useNavigate();
  const subscriptions = useSubscriptions().data ?? [];
  const { scope } = useListScope();
  const refresh = useRefresh();
  const leaveFeed = useLeaveFeed();
  const stepFeed = useFeedSteps();
  useKeyboard();
  usePageKeys();
  const here = subscriptions.find((one) => scope.kind === "feed" && one.feed_id === scope.id);
  const saved = useSavedPages();
  useShortcuts({
    palette: () => setOpened(opened === "palette" ? null : "palette"),
    help: () => setOpened("help"),
    goUnread: () => void navigate({ to: "/" }),
    goAll: () => void navigate({ to: "/all" }),
    goStarred: () => void navigate({ to: "/starred" }),
    goFeeds: () => void navigate({ to: "/manage/subscriptions" }),
    goSaved: () =>
      saved
        ? void navigate({ to: "/feed/$id", params: { id: String(saved.feed_id) } })
        : void navigate({ to: "/share" }),
    search: () => {
      const box = document.querySelector<HTMLInputElement>("[data-search-box]");
      if (box) box.select();
      else void navigate({ to: "/search" });
    },
    searchHere: () => {
      const within = withinOf(scope);
      void navigate({ to: "/search", search: within === null ? {} : { within } });
    },
    undo: undoLast,
    addFeed: () => void navigate({ to: "/subscribe" }),
    removeFeed: () => (here ? void leaveFeed(here) : false),
    refreshAll: () => refresh(null),
    nextFeed: () => stepFeed(1),
    previousFeed: () => stepFeed(-1),
  });
  const close = () => setOpened(null);
  return (
    <Suspense>
      {opened === "palette" && <Palette onClose={close} />}
      {opened === "help" && <Help onClose={close} />}
    </Suspense>
  );
}
