import { TimeAgo } from "@/components/entries/time-ago";
import { Skeleton } from "@/components/ui/skeleton";
import { useErrorText } from "@/hooks/use-error-text";
import { useFormat } from "@/hooks/use-format";
import { useLanguage, useMessages } from "@/lib/i18n";
import { languageName } from "@/lib/language-name";
import { rhythmOf } from "@/lib/rhythm";
import { withTypedLogin } from "@/lib/shared-address";
import { type FoundFeed, type Preview, usePreview } from "@/queries/subscribing";
import { SubscribeForm } from "./subscribe-form";

const SHOWN = 5;
const RHYTHMS = { day: "perDay", week: "perWeek", month: "perMonth" } as const;

interface FeedPreviewProps {
  found: FoundFeed;
  typed: string;
  /** It is the only one: the button that follows it is here, too. */
  isOne?: boolean;
}

/** A feed before one follows it: what it brings, how often and how much of it. */
export function FeedPreview({ found, typed, isOne = true }: FeedPreviewProps) {
  const preview = usePreview(withTypedLogin(found.url, typed));
  const errorText = useErrorText();
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
      {isOne && (
        <SubscribeForm url={preview.data?.url ?? found.url} typed={typed} title={title} />
      )}
      {preview.error && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {errorText(preview.error)}
        </p>
      )}
      {preview.isPending && <PreviewSkeleton />}
      {preview.data && preview.data.entries.length > 0 && (
        <NewestEntries entries={preview.data.entries} />
      )}
    </article>
  );
}

function Facts({ found, preview }: { found: FoundFeed; preview: Preview | undefined }) {
  const say = useMessages("subscribe");
  const language = useLanguage();
  const format = useFormat();
  const count = preview?.count ?? found.entries;
  const newest = preview?.newest_at ?? found.newest_at;
  const rhythm = rhythmOf(preview?.per_day ?? null);
  const facts = [
    count !== null && say("entriesInFeed", { count }),
    rhythm && say(RHYTHMS[rhythm.per], { count: rhythm.count }),
    newest !== null && say("lastEntry", { when: format.ago(newest) }),
    preview?.language && languageName(language, preview.language),
    preview?.texts && say(`texts_${preview.texts}`),
  ];
  return <p className="mt-0.5 text-sm text-soft">{facts.filter(Boolean).join(" · ")}</p>;
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
