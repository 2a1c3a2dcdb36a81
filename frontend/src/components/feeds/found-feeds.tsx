import { SearchX } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { typedAddress } from "@/lib/shared-address";
import { useDiscovery, useSavePage } from "@/queries/subscribing";
import { toast } from "@/state/toasts";
import { FeedChoices } from "./feed-choices";
import { FeedPreview } from "./feed-preview";

/** What is at an address: one feed to look at, several to choose from, or none. */
export function FoundFeeds({ url }: { url: string }) {
  const say = useMessages("subscribe");
  const { data, error, refetch } = useDiscovery(url);
  const isAddress = typedAddress(url) !== "";
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
  const [first, ...more] = data.items;
  if (!first) return isAddress ? <NothingFound url={url} /> : <UnknownName name={url} />;
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-sm text-soft">
        {say("found", { count: data.items.length })}
      </p>
      {more.length > 0 ? (
        <FeedChoices items={data.items} typed={url} />
      ) : (
        <FeedPreview found={first} typed={url} />
      )}
    </div>
  );
}

function UnknownName({ name }: { name: string }) {
  const say = useMessages("subscribe");
  return (
    <div role="status">
      <EmptyState
        icon={SearchX}
        title={say("unknownName", { name })}
        text={say("unknownNameText")}
      />
    </div>
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
