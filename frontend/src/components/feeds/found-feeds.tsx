import { SearchX } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useErrorText } from "@/hooks/use-error-text";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import { type FoundFeed, useDiscovery, useSavePage } from "@/queries/subscribing";
import { toast } from "@/state/toasts";
import { FeedPreview } from "./feed-preview";

/** What is at an address: one feed to look at, several to choose from, or none. */
export function FoundFeeds({ url }: { url: string }) {
  const say = useMessages("subscribe");
  const { data, error, refetch } = useDiscovery(url);
  const [chosen, setChosen] = useState<string | null>(null);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div role="status" className="flex flex-col gap-3">
        <p className="text-sm text-soft">{say("finding", { address: url })}</p>
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-48 w-full" />
      </div>
    );
  }
  const [first] = data.items;
  if (!first) return <NothingFound url={url} />;
  const shown = data.items.find((one) => one.url === chosen) ?? first;
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-sm text-soft">
        {say("found", { count: data.items.length })}
      </p>
      {data.items.length > 1 && (
        <Choices items={data.items} chosen={shown.url} onChoose={setChosen} />
      )}
      <FeedPreview key={shown.url} found={shown} typed={url} />
    </div>
  );
}

interface ChoicesProps {
  items: readonly FoundFeed[];
  chosen: string;
  onChoose: (url: string) => void;
}

function Choices({ items, chosen, onChoose }: ChoicesProps) {
  const say = useMessages("subscribe");
  const format = useFormat();
  return (
    <fieldset>
      <legend className="sr-only">{say("chooseFeed")}</legend>
      <div className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised">
        {items.map((item) => (
          <label
            key={item.url}
            className="target flex cursor-pointer items-start gap-3 px-4 py-2.5 hover:bg-hover has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="found-feed"
              checked={item.url === chosen}
              onChange={() => onChoose(item.url)}
              className="mt-1 size-4 shrink-0 outline-none"
            />
            <span className="min-w-0">
              <span dir="auto" className="block truncate font-medium">
                {item.title || item.url}
              </span>
              <span dir="ltr" className="block truncate text-sm text-soft">
                {item.url}
              </span>
              <span className="block text-sm text-soft">
                {say("entriesInFeed", { count: item.entries })}
                {item.newest_at !== null && (
                  <> · {say("lastEntry", { when: format.ago(item.newest_at) })}</>
                )}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function NothingFound({ url }: { url: string }) {
  const say = useMessages("subscribe");
  const errorText = useErrorText();
  const save = useSavePage();
  const keep = () =>
    save.mutate(
      { url, starred: false },
      {
        onSuccess: ({ has_text: hasText }) =>
          toast({ text: say(hasText ? "saved" : "savedWithoutText") }),
        onError: (error) => toast({ text: errorText(error), look: "danger" }),
      },
    );
  return (
    <div role="status">
      <EmptyState
        icon={SearchX}
        title={say("nothingFound", { address: url })}
        text={say("nothingFoundText")}
      >
        <Button busy={save.isPending} onClick={keep}>
          {say("savePage")}
        </Button>
      </EmptyState>
    </div>
  );
}
