import { Link } from "@tanstack/react-router";
import { History } from "lucide-react";
import type { Entry } from "@/api/types";
import { FeedIcon } from "@/components/feeds/feed-icon";
import { classes } from "@/components/ui/class-names";
import { useFormat } from "@/hooks/use-format";
import { useNeedsNetwork } from "@/hooks/use-needs-network";
import { isoTime, minutesAt } from "@/lib/format";
import { useLanguage, useMessages } from "@/lib/i18n";
import { languageName } from "@/lib/language-name";
import { usePreferences } from "@/queries/preferences";
import { EntryStarNotice } from "./entry-star-notice";
import { TagsRow } from "./tags-row";

interface EntryHeadProps {
  entry: Entry;
  onVersions: () => void;
  onStarred: () => void;
  onAddTag: (anchor: Element) => void;
}

/** Where it comes from, what it is called, who wrote it and when. */
export function EntryHead({ entry, onVersions, onStarred, onAddTag }: EntryHeadProps) {
  const format = useFormat();
  const at = entry.published_at ?? entry.sort_at;
  return (
    <header className="pt-6 pb-5 md:pt-8">
      <p className="mb-2 flex items-center gap-2 text-sm text-soft">
        <FeedIcon feedId={entry.feed_id} title={entry.feed.title} />
        <Link
          to="/feed/$id"
          params={{ id: String(entry.feed_id) }}
          className="reach min-w-0 hover:text-ink hover:underline"
        >
          <span dir="auto" className="block truncate">
            {entry.feed.title}
          </span>
        </Link>
      </p>
      <h1
        dir="auto"
        lang={(entry.title && entry.language) || undefined}
        className={classes(
          "text-balance wrap-anywhere",
          // Without a title, the date is there to be seen, and the text says the rest.
          entry.title
            ? "font-serif text-[1.75rem] font-semibold leading-tight md:text-[2rem]"
            : "text-soft",
        )}
      >
        <TitleLink url={entry.url}>{entry.title || format.dateTime(at)}</TitleLink>
      </h1>
      <EntryFacts entry={entry} onVersions={onVersions} />
      <EntryStarNotice entry={entry} onShow={onStarred} />
      <StoryLink entry={entry} />
      <TagsRow entry={entry} onAdd={onAddTag} />
    </header>
  );
}

/** The title leads to the original, as one is used to. */
function TitleLink({ url, children }: { url: string | null; children: string }) {
  const { openLinksInNewTab } = usePreferences();
  if (!url) return children;
  const where = openLinksInNewTab ? { target: "_blank" } : {};
  return (
    <a href={url} rel="noopener noreferrer" className="hover:underline" {...where}>
      {children}
    </a>
  );
}

function EntryFacts({ entry, onVersions }: Pick<EntryHeadProps, "entry" | "onVersions">) {
  const say = useMessages("entry");
  const sayReading = useMessages("reading");
  const format = useFormat();
  const shown = useLanguage();
  const network = useNeedsNetwork();
  const minutes = minutesAt(usePreferences().wordsPerMinute, entry.reading_minutes);
  const at = entry.published_at ?? entry.sort_at;
  const isForeign = entry.language !== null && !shown.startsWith(mainPart(entry.language));
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
      {entry.author && <span dir="auto">{entry.author}</span>}
      {entry.title && (
        <time dateTime={isoTime(at)} title={format.dateTime(at)}>
          {format.ago(at)}
        </time>
      )}
      {minutes !== null && <span>{sayReading("minutes", { count: minutes })}</span>}
      {isForeign && entry.language && (
        <span title={say("language", { language: languageName(shown, entry.language) })}>
          {languageName(shown, entry.language)}
        </span>
      )}
      {entry.version > 1 && (
        <button
          type="button"
          aria-haspopup="dialog"
          disabled={network.isOff}
          onClick={onVersions}
          className="reach inline-flex min-h-6 items-center gap-1 rounded-full border border-warning px-2 text-xs font-medium text-warning print:hidden"
        >
          <History aria-hidden="true" className="size-3.5" />
          {network.named(say("changedTimes", { count: entry.version - 1 }))}
        </button>
      )}
    </p>
  );
}

function StoryLink({ entry }: { entry: Entry }) {
  const say = useMessages("entry");
  const { story } = entry;
  if (!story || story.size < 2) return null;
  return (
    <p className="mt-2 text-sm pointer-coarse:mt-4 print:hidden">
      <Link
        to="/stories/$id"
        params={{ id: String(story.id) }}
        className="reach inline-block text-accent underline underline-offset-4"
      >
        {say("alsoReported", { count: story.size - 1 })}
      </Link>
    </p>
  );
}

function mainPart(language: string): string {
  return language.split("-")[0] ?? language;
}
