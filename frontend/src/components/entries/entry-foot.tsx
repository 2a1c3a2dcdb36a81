import { ArrowDown, ExternalLink } from "lucide-react";
import type { Entry } from "@/api/types";
import { buttonClasses } from "@/components/ui/button";
import { useFormat } from "@/hooks/use-format";
import { useMessages } from "@/lib/i18n";
import type { Neighbours } from "./entry-neighbours";

/** The end of an entry: its topics, its page, and what comes next. */
export function EntryFoot({
  entry,
  neighbours,
}: {
  entry: Entry;
  neighbours: Neighbours | null;
}) {
  const say = useMessages("entry");
  const format = useFormat();
  const next = neighbours?.next;
  return (
    <footer className="mt-10 flex flex-col gap-5 border-t border-line pt-5">
      {entry.categories.length > 0 && (
        <p className="text-sm text-soft">
          <span className="font-medium">{say("categories")}:</span>{" "}
          <span dir="auto">{entry.categories.join(", ")}</span>
        </p>
      )}
      {entry.url && (
        <p className="text-sm">
          <a
            href={entry.url}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClasses("secondary")}
          >
            {say("original")}
            <ExternalLink aria-hidden="true" className="size-4" />
            <span className="sr-only">({say("opensNewTab")})</span>
          </a>
          <span className="mt-2 hidden break-all text-xs print:block">{entry.url}</span>
        </p>
      )}
      {next && (
        <button
          type="button"
          onClick={() => neighbours.open(next.id)}
          className="flex items-center gap-3 rounded-lg border border-line bg-side px-4 py-3 text-start hover:bg-hover print:hidden"
        >
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {say("nextTitle", {
              title: next.title || next.excerpt || format.dateTime(next.sort_at),
            })}
          </span>
          <ArrowDown aria-hidden="true" className="size-4 shrink-0 text-soft" />
        </button>
      )}
    </footer>
  );
}
