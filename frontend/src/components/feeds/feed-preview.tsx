import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { TimeAgo } from "@/components/entries/time-ago";
import { Button, buttonClasses } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useErrorText } from "@/hooks/use-error-text";
import { useFormat } from "@/hooks/use-format";
import { useNow } from "@/hooks/use-now";
import { useMessages } from "@/lib/i18n";
import { rhythmOf } from "@/lib/rhythm";
import { withTypedLogin } from "@/lib/shared-address";
import { useSubscriptions } from "@/queries/feeds";
import { type FoundFeed, type Preview, usePreview, useSubscribe } from "@/queries/subscribing";
import { toast } from "@/state/toasts";
import { FolderSelect } from "./folder-select";

const SHOWN = 5;
const RHYTHMS = { day: "perDay", week: "perWeek", month: "perMonth" } as const;

/** A feed before one follows it: what it brings and how often, and the button. */
export function FeedPreview({ found, typed }: { found: FoundFeed; typed: string }) {
  const preview = usePreview(withTypedLogin(found.url, typed));
  const title = preview.data?.title || found.title || found.url;
  return (
    <article className="wrap-anywhere rounded-lg border border-line bg-raised p-5">
      <h2 dir="auto" className="text-lg font-semibold">
        {title}
      </h2>
      <Facts found={found} preview={preview.data} />
      {preview.data?.description && (
        <p dir="auto" className="mt-2 line-clamp-3 text-sm">
          {preview.data.description}
        </p>
      )}
      <SubscribeForm url={preview.data?.url ?? found.url} typed={typed} title={title} />
      {preview.isPending && <PreviewSkeleton />}
      {preview.data && preview.data.entries.length > 0 && (
        <NewestEntries entries={preview.data.entries} />
      )}
    </article>
  );
}

function Facts({ found, preview }: { found: FoundFeed; preview: Preview | undefined }) {
  const say = useMessages("subscribe");
  const format = useFormat();
  const now = useNow();
  const dates = preview?.entries.map((entry) => entry.published_at) ?? [];
  const rhythm = rhythmOf(dates, now);
  return (
    <p className="mt-0.5 text-sm text-soft">
      {say("entriesInFeed", { count: preview?.count ?? found.entries })}
      {rhythm && <> · {say(RHYTHMS[rhythm.per], { count: rhythm.count })}</>}
      {found.newest_at !== null && (
        <> · {say("lastEntry", { when: format.ago(found.newest_at) })}</>
      )}
    </p>
  );
}

interface SubscribeFormProps {
  url: string;
  /** Where it was found; it may have a login, which answers never repeat. */
  typed: string;
  title: string;
}

function SubscribeForm({ url, typed, title }: SubscribeFormProps) {
  const say = useMessages("subscribe");
  const errorText = useErrorText();
  const navigate = useNavigate();
  const subscribe = useSubscribe();
  const [folderId, setFolderId] = useState<number | null>(null);
  const known = useSubscriptions().data?.find((one) => one.feed.url === url);
  if (known && !subscribe.isPending) {
    return (
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <p className="text-sm">{say("followedAlready")}</p>
        <Link
          to="/feed/$id"
          params={{ id: String(known.feed_id) }}
          className={buttonClasses("secondary")}
        >
          {say("openFeed")}
        </Link>
      </div>
    );
  }
  const follow = () =>
    subscribe.mutate(
      { url: withTypedLogin(url, typed), folder_id: folderId },
      {
        onSuccess: (made) => {
          toast({ text: say("subscribed", { title: made.title }) });
          void navigate({ to: "/feed/$id", params: { id: String(made.feed_id) } });
        },
      },
    );
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3">
      <div className="min-w-40 flex-1 sm:max-w-64">
        <FolderSelect
          label={say("folder")}
          none={say("noFolder")}
          value={folderId}
          onChange={setFolderId}
        />
      </div>
      <Button
        look="primary"
        className="min-h-9.5 pointer-coarse:min-h-11"
        busy={subscribe.isPending}
        aria-label={say("subscribeTo", { title })}
        onClick={follow}
      >
        {say("subscribe")}
      </Button>
      {subscribe.error && (
        <p role="alert" className="w-full text-sm text-danger">
          {errorText(subscribe.error)}
        </p>
      )}
    </div>
  );
}

function NewestEntries({ entries }: { entries: Preview["entries"] }) {
  const say = useMessages("subscribe");
  return (
    <section className="mt-5">
      <h3 className="text-sm font-medium text-soft">{say("newest")}</h3>
      <ul className="mt-1 divide-y divide-line">
        {entries.slice(0, SHOWN).map((entry) => (
          <li key={`${entry.url} ${entry.title}`} className="py-2">
            <p className="flex items-baseline gap-3">
              <span dir="auto" className="min-w-0 flex-1 font-medium">
                {entry.title || say("untitled")}
              </span>
              {entry.published_at !== null && (
                <span className="shrink-0 text-sm text-soft">
                  <TimeAgo at={entry.published_at} />
                </span>
              )}
            </p>
            <p dir="auto" className="line-clamp-2 text-sm text-soft">
              {entry.excerpt}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PreviewSkeleton() {
  const say = useMessages("subscribe");
  return (
    <div role="status" className="mt-5 flex flex-col gap-2">
      <span className="sr-only">{say("loadingPreview")}</span>
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  );
}
