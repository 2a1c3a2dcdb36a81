import { Link } from "@tanstack/react-router";
import { Bookmark, Clock } from "lucide-react";
import { Dialog } from "@/components/ui/dialog";
import { useMessages } from "@/lib/i18n";
import { recentSearches } from "@/lib/recent-searches";
import { useSearches } from "@/queries/feeds";

const EXAMPLES = [
  ["solar energy", "allWords"],
  ['"climate summit"', "phrase"],
  ["-football", "without"],
  ["title:budget", "inTitle"],
  ["author:silva", "byAuthor"],
  ["solar OR wind", "eitherWord"],
  ["(solar OR wind) tax", "grouped"],
  ["clim*", "beginning"],
  ['feed:"The Daily"', "inFeed"],
  ["folder:Science", "inFolder"],
  ["in:sci", "inEither"],
  ["tag:later", "withTag"],
  ["is:unread", "inState"],
  ["has:audio", "has"],
  ["inurl:example.org", "inUrl"],
  ["lang:pt", "inLanguage"],
  ["after:2025-09", "inTime"],
  ["newer:7d", "byAge"],
] as const;

/** How to ask for more than words, by example. */
export function SearchHelp() {
  const say = useMessages("search");
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 text-sm">
      {EXAMPLES.map(([example, meaning]) => (
        <div key={meaning} className="contents">
          <dt className="font-mono text-[0.8125rem] whitespace-pre-wrap">{example}</dt>
          <dd className="text-soft">{say(meaning)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function SearchHelpDialog({ onClose }: { onClose: () => void }) {
  const say = useMessages("search");
  return (
    <Dialog open title={say("helpTitle")} description={say("helpText")} onClose={onClose}>
      <SearchHelp />
    </Dialog>
  );
}

/** The search page before anything is searched for. */
export function SearchStart() {
  const say = useMessages("search");
  const searches = useSearches().data ?? [];
  const recent = recentSearches();
  const row = "target flex items-center gap-2.5 rounded-md px-2 text-sm hover:bg-hover";
  return (
    <div className="relative flex h-full flex-col gap-6 overflow-y-auto p-4">
      {recent.length > 0 && (
        <section>
          <h2 className="px-2 pb-1 text-xs font-semibold text-soft">{say("recent")}</h2>
          {recent.map((query) => (
            <Link key={query} to="/search" search={{ q: query }} className={row}>
              <Clock aria-hidden="true" className="size-4 shrink-0 text-soft" />
              <span dir="auto" className="truncate">
                {query}
              </span>
            </Link>
          ))}
        </section>
      )}
      {searches.length > 0 && (
        <section>
          <h2 className="px-2 pb-1 text-xs font-semibold text-soft">{say("saved")}</h2>
          {searches.map((one) => (
            <Link key={one.id} to="/search/$id" params={{ id: one.id }} className={row}>
              <Bookmark aria-hidden="true" className="size-4 shrink-0 text-soft" />
              <span dir="auto" className="truncate">
                {one.name}
              </span>
            </Link>
          ))}
        </section>
      )}
      <section className="px-2">
        <h2 className="pb-2 text-xs font-semibold text-soft">{say("helpTitle")}</h2>
        <SearchHelp />
      </section>
    </div>
  );
}
