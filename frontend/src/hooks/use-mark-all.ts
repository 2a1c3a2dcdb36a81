import { useMessages } from "@/lib/i18n";
import type { MarkablePlace } from "@/lib/list-scope";
import { useMarkAll } from "@/queries/mark-all";
import { usePreferences } from "@/queries/preferences";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";

/** Returns a function that marks a whole place as read: asks if the reader wants to be
 * asked, then leaves some seconds for second thoughts. Resolves to whether it was done. */
export function useMarkAllWithUndo() {
  const say = useMessages("reading");
  const sayUi = useMessages("ui");
  const markAll = useMarkAll();
  const { confirmMarkAll } = usePreferences();
  return async (place: MarkablePlace, name: string, loadedAt: number) => {
    const question = { title: say("markAllQuestion", { name }), action: say("markAllRead") };
    if (confirmMarkAll && !(await confirm(question))) return false;
    const pending = markAll(place, loadedAt);
    toast({
      text: say("markedAll", { name }),
      action: { label: sayUi("undo"), onClick: pending.undo },
      onEnd: () =>
        void pending.commit().catch(() => toast({ text: say("markFailed"), look: "danger" })),
    });
    return true;
  };
}
