import { TimeAgo } from "@/components/entries/time-ago";
import { useDebounced } from "@/hooks/use-debounced";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { type RuleDraft, readyConditions } from "@/lib/rule-draft";
import { useRulePreview } from "@/queries/rules";

const PAUSE = 400;
const SHOWN = 6;

/** How much the conditions would find, beside the buttons: always in view. */
export function PreviewCount({ draft }: { draft: RuleDraft }) {
  const say = useMessages("rules");
  const { request, data, isFetching } = usePreviewOf(draft);
  return (
    <p
      role="status"
      className={`me-auto self-center text-sm max-sm:basis-full ${isFetching ? "opacity-60" : ""}`}
    >
      {request && data && say("previewFound", { count: data.matched, looked: data.looked_at })}
    </p>
  );
}

/** What the conditions would find among the entries that are there, while one types. */
export function RulePreview({ draft }: { draft: RuleDraft }) {
  const say = useMessages("rules");
  const errorText = useErrorText();
  const { request, data, error, isFetching } = usePreviewOf(draft);
  if (request === null) return <p className="text-sm text-soft">{say("previewIncomplete")}</p>;
  if (error) return <p className="text-sm text-danger">{errorText(error)}</p>;
  return (
    <div className={isFetching ? "opacity-60" : ""}>
      {data && !data.complete && <p className="text-sm text-soft">{say("previewPartly")}</p>}
      {data?.matched === 0 && <p className="text-sm text-soft">{say("previewNone")}</p>}
      <ul className="mt-1">
        {data?.newest.slice(0, SHOWN).map((entry) => (
          <li key={entry.id} className="flex items-baseline gap-3 py-1 text-sm">
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {entry.title || entry.excerpt}
            </span>
            <span dir="auto" className="max-w-40 shrink-0 truncate text-soft">
              {entry.feed_title}
            </span>
            {entry.published_at !== null && (
              <span className="w-24 shrink-0 truncate text-end text-soft max-sm:hidden">
                <TimeAgo at={entry.published_at} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function usePreviewOf(draft: RuleDraft) {
  const conditions = readyConditions(draft);
  const request = useDebounced(conditions && { match: draft.match, conditions }, PAUSE);
  return { request, ...useRulePreview(request) };
}
