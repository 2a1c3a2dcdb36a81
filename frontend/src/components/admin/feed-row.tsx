import { Rss } from "lucide-react";
import { ListRow } from "@/components/settings/row-list";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useErrorText } from "@/hooks/use-error-text";
import { useFormat } from "@/hooks/use-format";
import { useNotNowText } from "@/hooks/use-not-now-text";
import { useMessages } from "@/lib/i18n";
import {
  type FeedLine,
  useCheckFeed,
  useDeleteFeed,
  useDisableFeed,
  useEnableFeed,
} from "@/queries/admin";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";

export function AdminFeedRow({ feed }: { feed: FeedLine }) {
  const say = useMessages("admin");
  const format = useFormat();
  const name = feed.title || feed.url || String(feed.id);
  const next =
    feed.next_check_at === null
      ? say("noNextCheck")
      : say("nextCheck", { when: format.ago(feed.next_check_at) });
  return (
    <ListRow
      icon={Rss}
      title={
        <>
          <span dir="auto">{name}</span>
          {!feed.enabled && <Badge look="warning">{say("disabled")}</Badge>}
          {feed.failures > 0 && (
            <Badge look="danger">{say("failures", { count: feed.failures })}</Badge>
          )}
        </>
      }
      facts={[
        feed.url && (
          <span dir="ltr" className="break-all">
            {feed.url}
          </span>
        ),
        say("subscribers", { count: feed.subscribers }),
        feed.url !== null && next,
        feed.last_error,
        feed.enabled && feed.published_url && (
          <span>
            {say("publishedAt")}{" "}
            <a
              href={feed.published_url}
              dir="ltr"
              className="reach break-all underline underline-offset-4"
            >
              {feed.published_url}
            </a>
          </span>
        ),
      ]}
    >
      {feed.url !== null && (
        <div className="flex flex-wrap gap-2">
          <CheckOrEnable feed={feed} name={name} />
          {feed.enabled && <SwitchOff feed={feed} name={name} />}
          <Delete feed={feed} name={name} />
        </div>
      )}
    </ListRow>
  );
}

function CheckOrEnable({ feed, name }: { feed: FeedLine; name: string }) {
  const say = useMessages("admin");
  const errorText = useErrorText();
  const check = useCheckFeed();
  const enable = useEnableFeed();
  // A feed that is not checked by itself has to be woken first.
  const mustWake = !feed.enabled || (feed.next_check_at === null && feed.polling);
  const action = mustWake ? enable : check;
  const notNow = useNotNowText();
  const asked = async () => {
    const answer = await action.mutateAsync(feed.id);
    const now = "feed" in answer ? answer.feed : answer;
    const isDue = "feed" in answer ? answer.is_due : now.next_check.code === "asked";
    return isDue ? say("checking", { name }) : await notNow(now);
  };
  const run = () =>
    asked().then(
      (text) => toast({ text }),
      (error: unknown) => toast({ text: errorText(error), look: "danger" }),
    );
  const label = mustWake ? say("enableFeed") : say("checkNow");
  return (
    <Button busy={action.isPending} aria-label={`${label}: ${name}`} onClick={() => void run()}>
      {label}
    </Button>
  );
}

interface ActionProps {
  feed: FeedLine;
  name: string;
}

function SwitchOff({ feed, name }: ActionProps) {
  const say = useMessages("admin");
  const errorText = useErrorText();
  const disable = useDisableFeed();
  const run = async () => {
    const question = {
      title: say("disableFeedQuestion", { name }),
      text: say("disableFeedText"),
      action: say("disableFeed"),
    };
    if (!(await confirm(question))) return;
    disable.mutate(feed.id, {
      onSuccess: () => toast({ text: say("feedDisabled", { name }) }),
      onError: (error) => toast({ text: errorText(error), look: "danger" }),
    });
  };
  const label = say("disableFeed");
  return (
    <Button
      busy={disable.isPending}
      aria-label={`${label}: ${name}`}
      onClick={() => void run()}
    >
      {label}
    </Button>
  );
}

function Delete({ feed, name }: ActionProps) {
  const say = useMessages("admin");
  const errorText = useErrorText();
  const remove = useDeleteFeed();
  const run = async () => {
    const question = {
      title: say("deleteFeedQuestion", { name }),
      text: say("deleteFeedText", { count: feed.subscribers }),
      action: say("deleteFeed"),
      danger: true,
    };
    if (!(await confirm(question))) return;
    remove.mutate(feed.id, {
      onSuccess: () => toast({ text: say("feedDeleted", { name }) }),
      onError: (error) => toast({ text: errorText(error), look: "danger" }),
    });
  };
  const label = say("deleteFeed");
  return (
    <Button
      busy={remove.isPending}
      className="text-danger!"
      aria-label={`${label}: ${name}`}
      onClick={() => void run()}
    >
      {label}
    </Button>
  );
}
