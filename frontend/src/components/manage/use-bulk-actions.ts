import { useState } from "react";
import type { Subscription } from "@/api/types";
import { useErrorText } from "@/hooks/use-error-text";
import { useLeftToast } from "@/hooks/use-left-toast";
import { useMessages } from "@/lib/i18n";
import { type EachAction, useDoForEach, useLeaveMany } from "@/queries/managing";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";

/** What is done with many feeds at once: how far it is, and what came of it. */
export function useBulkActions(selected: readonly Subscription[], onGone: () => void) {
  const say = useMessages("manage");
  const errorText = useErrorText();
  const forEach = useDoForEach();
  const leaveMany = useLeaveMany();
  const showLeft = useLeftToast();
  const [done, setDone] = useState(0);
  const total = selected.length;
  const each = (action: EachAction) => {
    setDone(0);
    const feedIds = selected.map((one) => one.feed_id);
    forEach.mutateAsync({ action, feedIds, onProgress: setDone }).then(
      (failed) => {
        if (failed > 0) toast({ text: say("failedFor", { count: failed }), look: "danger" });
        else toast({ text: say("doneFor", { count: total }) });
      },
      (error: unknown) => toast({ text: errorText(error), look: "danger" }),
    );
  };
  const leave = async () => {
    const question = {
      title: say("leaveManyQuestion", { count: total }),
      text: `${selected
        .slice(0, 5)
        .map((one) => one.title)
        .join(", ")}${total > 5 ? " …" : ""}. ${say("leaveManyText")}`,
      action: say("unsubscribe"),
      danger: true,
    };
    if (!(await confirm(question))) return;
    const ids = selected.map(({ id }) => id);
    try {
      await leaveMany.mutateAsync(ids);
      showLeft(say("leftMany", { count: total }), ids);
      onGone();
    } catch (error) {
      toast({ text: errorText(error), look: "danger" });
    }
  };
  const isBusy = forEach.isPending || leaveMany.isPending;
  const progress = forEach.isPending ? say("working", { done, total }) : null;
  return { each, leave, isBusy, progress };
}
