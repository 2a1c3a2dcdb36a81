import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { MoveFeedDialog } from "@/components/feeds/move-feed-dialog";
import { Button, buttonClasses } from "@/components/ui/button";
import { useErrorText } from "@/hooks/use-error-text";
import { useLeftToast } from "@/hooks/use-left-toast";
import { useNotNowText } from "@/hooks/use-not-now-text";
import { type HealthLine, isFailing, type Remedy } from "@/lib/feed-health";
import { useMessages } from "@/lib/i18n";
import { useCheckNow, useUnsubscribe, useWakeFeed } from "@/queries/health";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";

/** The buttons that help, the best first; a feed that is well can be checked now. */
export function FeedRemedies({ line }: { line: HealthLine }) {
  const remedies: readonly Remedy[] = line.feed.error?.remedies ?? fallback(line);
  return (
    <div className="flex flex-wrap gap-2">
      {remedies.map((remedy, place) => (
        <RemedyButton key={remedy} remedy={remedy} line={line} isBest={place === 0} />
      ))}
    </div>
  );
}

function fallback(line: HealthLine): Remedy[] {
  if (line.feed.url === null) return [];
  return isFailing(line) ? ["switch_on"] : ["retry_now"];
}

interface RemedyButtonProps {
  remedy: Remedy;
  line: HealthLine;
  isBest: boolean;
}

function RemedyButton({ remedy, line, isBest }: RemedyButtonProps) {
  const say = useMessages("health");
  const actions = useRemedyActions(line);
  const name = `${say(remedy)}: ${line.title}`;
  const run = actions.of(remedy);
  const looks = buttonClasses(isBest && line.feed.error ? "primary" : "secondary");
  if (remedy === "edit_address") return <MoveButton line={line} name={name} isBest={isBest} />;
  // Everything that is set, not done, is in the feed's settings.
  if (run === null) {
    return (
      <Link
        to="/manage/subscriptions"
        search={{ edit: line.subscription_id }}
        aria-label={name}
        className={looks}
      >
        {say(remedy)}
      </Link>
    );
  }
  return (
    <Button
      look={isBest && line.feed.error ? "primary" : "secondary"}
      aria-label={name}
      busy={actions.isBusy(remedy)}
      onClick={run}
    >
      {say(remedy)}
    </Button>
  );
}

function MoveButton({
  line,
  name,
  isBest,
}: {
  line: HealthLine;
  name: string;
  isBest: boolean;
}) {
  const say = useMessages("health");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        look={isBest && line.feed.error ? "primary" : "secondary"}
        aria-label={name}
        onClick={() => setIsOpen(true)}
      >
        {say("edit_address")}
      </Button>
      {isOpen && (
        <MoveFeedDialog feed={line.feed} title={line.title} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

function useRemedyActions(line: HealthLine) {
  const say = useMessages("health");
  const errorText = useErrorText();
  const check = useCheckNow();
  const notNow = useNotNowText();
  const wake = useWakeFeed();
  const leave = useUnsubscribe();
  const showLeft = useLeftToast();
  const { title, feed } = line;
  const withToast = (text: string) => ({
    onSuccess: () => toast({ text }),
    onError: (error: Error) => toast({ text: errorText(error), look: "danger" }),
  });
  const unsubscribe = async () => {
    const question = {
      title: say("unsubscribeQuestion", { title }),
      text: say("unsubscribeText"),
      action: say("unsubscribe"),
      danger: true,
    };
    if (await confirm(question))
      leave.mutate(line.subscription_id, {
        ...withToast(""),
        onSuccess: () => showLeft(say("unsubscribed", { title }), [line.subscription_id]),
      });
  };
  const actions: Partial<Record<Remedy, () => void>> = {
    retry_now: () =>
      check.mutate(feed.id, {
        ...withToast(""),
        onSuccess: async ({ is_due, feed: now }) =>
          toast({ text: is_due ? say("checking", { title }) : await notNow(now) }),
      }),
    switch_on: () => wake.mutate(feed.id, withToast(say("switchedOn", { title }))),
    unsubscribe: () => void unsubscribe(),
  };
  const busy: Partial<Record<Remedy, boolean>> = {
    retry_now: check.isPending,
    switch_on: wake.isPending,
    unsubscribe: leave.isPending,
  };
  return {
    of: (remedy: Remedy) => actions[remedy] ?? null,
    isBusy: (remedy: Remedy) => busy[remedy] ?? false,
  };
}
