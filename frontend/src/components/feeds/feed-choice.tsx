import { Link } from "@tanstack/react-router";
import { Button } from "@/components/ui/button";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import type { FoundFeed } from "@/queries/subscribing";
import type { SubscribeResult } from "./use-subscribe-all";

interface FeedChoiceProps {
  item: FoundFeed;
  /** It is followed, under this number; undefined: not yet. */
  feedId: number | undefined;
  isChosen: boolean;
  isShown: boolean;
  result: SubscribeResult | undefined;
  onChoose: (isOn: boolean) => void;
  onShow: () => void;
}

/** One feed of several: to choose, to look at, and what became of it. */
export function FeedChoice(props: FeedChoiceProps) {
  const { item, feedId, isChosen, isShown, result, onChoose, onShow } = props;
  const say = useMessages("subscribe");
  const title = item.title || item.url;
  const isFollowed = feedId !== undefined;
  return (
    <li className="flex items-start gap-2 pe-3 has-checked:bg-selected">
      <label className="target flex min-w-0 flex-1 cursor-pointer items-start gap-3 py-2.5 ps-4">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isFollowed || result?.state === "busy"}
          onChange={(event) => onChoose(event.target.checked)}
          className="mt-1 size-4.5 shrink-0"
        />
        <span className="min-w-0">
          <span dir="auto" className="block truncate font-medium">
            {title}
          </span>
          <span dir="ltr" className="block truncate text-sm text-soft">
            {item.url}
          </span>
          <ChoiceFacts item={item} />
        </span>
      </label>
      <span className="flex shrink-0 flex-col items-end gap-1 py-2 text-sm">
        {isFollowed ? (
          <>
            <span className="text-soft">{say("followed")}</span>
            <Link
              to="/feed/$id"
              params={{ id: String(feedId) }}
              aria-label={say("openFeedNamed", { title })}
              className="underline underline-offset-4"
            >
              {say("openFeed")}
            </Link>
          </>
        ) : (
          <Button
            look="quiet"
            className="aria-pressed:bg-hover"
            aria-label={say("previewNamed", { title })}
            aria-pressed={isShown}
            onClick={onShow}
          >
            {say("preview")}
          </Button>
        )}
        <ResultText result={result} />
      </span>
    </li>
  );
}

function ChoiceFacts({ item }: { item: FoundFeed }) {
  const say = useMessages("subscribe");
  const format = useFormat();
  if (item.entries === null) return null;
  return (
    <span className="block text-sm text-soft">
      {say("entriesInFeed", { count: item.entries })}
      {item.newest_at !== null && (
        <> · {say("lastEntry", { when: format.ago(item.newest_at) })}</>
      )}
    </span>
  );
}

function ResultText({ result }: { result: SubscribeResult | undefined }) {
  const say = useMessages("subscribe");
  if (result?.state === "busy") return <span role="status">{say("subscribing")}</span>;
  if (result?.state !== "failed") return null;
  return (
    <span role="alert" className="max-w-48 text-end text-danger">
      {result.problem}
    </span>
  );
}
