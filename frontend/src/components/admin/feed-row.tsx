import { Rss } from "lucide-react";
import { ListRow } from "@/components/settings/row-list";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useErrorText } from "@/components/ui/error-text";
import { toast } from "@/components/ui/toast-store";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { type FeedLine, useCheckFeed, useEnableFeed } from "@/queries/admin";

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
        feed.failures > 0 && feed.last_error,
      ]}
    >
      {feed.url !== null && <Deed feed={feed} name={name} />}
    </ListRow>
  );
}

function Deed({ feed, name }: { feed: FeedLine; name: string }) {
  const say = useMessages("admin");
  const errorText = useErrorText();
  const check = useCheckFeed();
  const enable = useEnableFeed();
  // A feed that is not checked by itself has to be woken first.
  const mustWake = !feed.enabled || (feed.next_check_at === null && feed.polling);
  const deed = mustWake ? enable : check;
  const run = () =>
    deed.mutate(feed.id, {
      onSuccess: () => toast({ text: say("checking", { name }) }),
      onError: (error) => toast({ text: errorText(error), look: "danger" }),
    });
  const label = mustWake ? say("enableFeed") : say("checkNow");
  return (
    <Button busy={deed.isPending} aria-label={`${label}: ${name}`} onClick={run}>
      {label}
    </Button>
  );
}
