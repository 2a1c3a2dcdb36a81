import { useQueryClient } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { useEffect } from "react";
import { useShortcuts } from "@/hooks/shortcuts";
import { useCaughtFocus } from "@/hooks/use-caught-focus";
import type { Reading } from "@/hooks/use-reading";
import { countNews } from "@/lib/arrivals";
import { useMessages } from "@/lib/i18n";
import { isMarkable } from "@/lib/list-scope";
import { restartList } from "@/queries/entries";
import { useArrivals } from "@/queries/live-state";
import { feedsIn } from "@/queries/patch-cache";

/** Says that there is more, and loads it when asked: the list never moves by itself. */
export function NewEntries({ reading }: { reading: Reading }) {
  const say = useMessages("reading");
  const client = useQueryClient();
  const arrivals = useArrivals();
  const { scope, list, entries, loadedAt } = reading;
  // Where the oldest come first, the new ones are below what is not loaded yet.
  const isAnnounced = isMarkable(scope) && !(scope.order === "oldest" && list.hasNextPage);
  const first = { loadedAt, entries: list.data?.pages[0]?.items ?? [] };
  const count = isAnnounced
    ? countNews(arrivals, { ...first, feedIds: feedsIn(client, scope) })
    : 0;
  useCaughtFocus(String(count > 0)); // the button goes away when it was pressed
  const show = () => {
    document.querySelector("[data-entry-list]")?.scrollTo({ top: 0 });
    void restartList(client, scope);
  };
  useShortcuts({ showNew: () => (count > 0 ? show() : false) });
  const isEmpty = list.isSuccess && entries.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` follows the scope
  useEffect(() => {
    // Nothing can move in an empty list.
    if (isEmpty && count > 0) show();
  }, [isEmpty, count]);
  return (
    <div role="status" className="relative z-10">
      {count > 0 && !isEmpty && (
        <button
          type="button"
          onClick={show}
          className="target absolute inset-x-0 top-2 mx-auto flex w-fit animate-appear items-center gap-1.5 rounded-full bg-accent px-4 text-sm font-medium text-accent-ink shadow-float"
        >
          <ArrowUp aria-hidden="true" className="size-4" />
          {say("newEntries", { count })}
        </button>
      )}
    </div>
  );
}
