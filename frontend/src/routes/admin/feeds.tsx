import { useNavigate, useSearch } from "@tanstack/react-router";
import { AdminFeedRow } from "@/components/admin/feed-row";
import { RowList } from "@/components/settings/row-list";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { useMessages } from "@/lib/i18n";
import { type FeedLine, useAllFeeds } from "@/queries/admin";

interface Filter {
  q: string;
  failing: boolean;
}

export function AdminFeedsPage() {
  const say = useMessages("admin");
  const feeds = useAllFeeds();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const filter: Filter = {
    q: typeof search.q === "string" ? search.q : "",
    failing: search.failing === true,
  };
  const set = (change: Partial<Filter>) => {
    const next = { ...filter, ...change };
    const shown = {
      ...(next.q ? { q: next.q } : {}),
      ...(next.failing ? { failing: true } : {}),
    };
    void navigate({ to: "/admin/feeds", search: shown, replace: true });
  };
  const all = feeds.data?.pages.flatMap((page) => page.items);
  const query = { ...feeds, data: all?.filter((feed) => matches(feed, filter)) };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <div className="flex-1 basis-64">
          <TextField
            label={say("findFeed")}
            type="search"
            value={filter.q}
            onChange={(event) => set({ q: event.target.value })}
          />
        </div>
        <div className="pb-1">
          <Switch
            label={say("onlyFailing")}
            checked={filter.failing}
            onChange={(failing) => set({ failing })}
          />
        </div>
      </div>
      <RowList query={query} empty={say("noFeedsHere")}>
        {(feed) => <AdminFeedRow key={feed.id} feed={feed} />}
      </RowList>
      {feeds.hasNextPage && (
        <p className="text-center">
          <Button busy={feeds.isFetchingNextPage} onClick={() => void feeds.fetchNextPage()}>
            {say("loadMore")}
          </Button>
        </p>
      )}
    </div>
  );
}

function matches(feed: FeedLine, { q, failing }: Filter): boolean {
  const text = `${feed.title} ${feed.url ?? ""}`.toLocaleLowerCase();
  return (
    text.includes(q.toLocaleLowerCase()) &&
    (!failing || feed.last_error !== null || !feed.enabled)
  );
}
