// All highlights and notes of the reader: found by words and colour, taken along as Markdown.

import { useNavigate, useSearch } from "@tanstack/react-router";
import { Download, Highlighter } from "lucide-react";
import { HighlightFilterBar } from "@/components/entries/highlights-filter";
import { HighlightGroup } from "@/components/entries/highlights-group";
import { saveFile } from "@/components/entries/share-file";
import { Page } from "@/components/layout/page";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useKeptFocus } from "@/hooks/use-kept-focus";
import {
  byEntry,
  COLOURS,
  filterHighlights,
  type HighlightFilter,
  highlightsMarkdown,
} from "@/lib/highlights";
import { useMessages } from "@/lib/i18n";
import { useHighlightSources } from "@/queries/highlight-sources";
import { useHighlights } from "@/queries/highlights";

export function HighlightsPage() {
  const say = useMessages("highlights");
  const { data, error, refetch } = useHighlights();
  const { sources } = useHighlightSources(data?.map((one) => one.entry_id) ?? []);
  const [filter, setFilter] = useFilter();
  const shown = filterHighlights(data ?? [], sources, filter);
  const kept = useKeptFocus();
  const save = () =>
    saveFile(
      "highlights.md",
      "text/markdown",
      highlightsMarkdown(shown, sources, say("title")),
    );
  const actions = shown.length > 0 && (
    <Button onClick={save} aria-label={say("exportMarkdown")}>
      <Download aria-hidden="true" className="size-4" />
      <span className="max-sm:sr-only">{say("exportMarkdown")}</span>
    </Button>
  );
  return (
    <Page title={say("title")} actions={actions} worksOffline>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-64" />}
      {data?.length === 0 && (
        <EmptyState icon={Highlighter} title={say("none")} text={say("noneText")} />
      )}
      {data && data.length > 0 && (
        <>
          <HighlightFilterBar filter={filter} onChange={setFilter} />
          <p role="status" className="mt-3 text-sm text-soft">
            {say("shown", { count: shown.length })}
          </p>
          {shown.length === 0 && (
            <EmptyState title={say("nothingFound")} text={say("nothingFoundText")}>
              <Button onClick={() => setFilter({ words: "", colour: "", onlyNotes: false })}>
                {say("clear")}
              </Button>
            </EmptyState>
          )}
        </>
      )}
      <div {...kept} tabIndex={-1} className="outline-none">
        {byEntry(shown).map((group) => (
          <HighlightGroup
            key={group[0]?.entry_id}
            highlights={group}
            source={sources.get(group[0]?.entry_id ?? 0)}
          />
        ))}
      </div>
    </Page>
  );
}

/** The filter is in the address. */
function useFilter(): [HighlightFilter, (filter: HighlightFilter) => void] {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const filter = {
    words: search.q === undefined ? "" : String(search.q),
    colour: COLOURS.find((one) => one === search.colour) ?? "",
    onlyNotes: search.notes === true,
  };
  const change = ({ words, colour, onlyNotes }: HighlightFilter) =>
    void navigate({
      to: "/highlights",
      replace: true,
      search: {
        ...(words ? { q: words } : {}),
        ...(colour ? { colour } : {}),
        ...(onlyNotes ? { notes: true } : {}),
      },
    });
  return [filter, change];
}
