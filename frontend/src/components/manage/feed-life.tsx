import { useState } from "react";
import type { Subscription } from "@/api/types";
import { MoveFeedDialog } from "@/components/feeds/move-feed-dialog";
import { Button } from "@/components/ui/button";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { useDeleteFeed, useDisableFeed, useWakeFeed } from "@/queries/health";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";

interface FeedLifeProps {
  subscription: Subscription;
  onGone: () => void;
}

/** Another address for a feed, or none: moved, switched off and on, deleted. */
export function FeedLife({ subscription, onGone }: FeedLifeProps) {
  const say = useMessages("health");
  const errorText = useErrorText();
  const [isMoving, setIsMoving] = useState(false);
  const disable = useDisableFeed();
  const wake = useWakeFeed();
  const remove = useDeleteFeed();
  const { feed, title } = subscription;
  const isOff = feed.state === "disabled";
  const onError = (error: Error) => toast({ text: errorText(error), look: "danger" });
  const turn = () =>
    (isOff ? wake : disable).mutate(feed.id, {
      onSuccess: () => {
        toast({ text: say(isOff ? "switchedOn" : "switchedOff", { title }) });
        onGone();
      },
      onError,
    });
  const destroy = async () => {
    const question = {
      title: say("deleteQuestion", { title }),
      text: say("deleteText"),
      action: say("deleteFeed"),
      danger: true,
    };
    if (!(await confirm(question))) return;
    const onSuccess = () => {
      toast({ text: say("deleted", { title }) });
      onGone();
    };
    remove.mutate(feed.id, { onSuccess, onError });
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setIsMoving(true)}>{say("changeAddress")}</Button>
      <Button busy={disable.isPending || wake.isPending} onClick={turn}>
        {say(isOff ? "switch_on" : "switchOff")}
      </Button>
      <Button busy={remove.isPending} className="text-danger!" onClick={() => void destroy()}>
        {say("deleteFeed")}
      </Button>
      {isMoving && (
        <MoveFeedDialog
          feed={feed}
          title={title}
          onClose={() => {
            setIsMoving(false);
            onGone();
          }}
        />
      )}
    </div>
  );
}
