import { Link } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import type { Highlight } from "@/api/types";
import { IconButton } from "@/components/ui/icon-button";
import { type HighlightSource, shownColour } from "@/lib/highlights";
import { useMessages } from "@/lib/i18n";
import { useHighlightActions } from "./highlights-actions";
import { TimeAgo } from "./time-ago";

interface HighlightGroupProps {
  highlights: readonly Highlight[]; // of one entry
  source: HighlightSource | undefined;
}

/** What was marked in one entry. */
export function HighlightGroup({ highlights, source }: HighlightGroupProps) {
  const say = useMessages("highlights");
  const [first] = highlights;
  const { remove } = useHighlightActions(first?.entry_id ?? 0);
  if (!first) return null;
  return (
    <section className="mt-7">
      <h2 dir="auto" className="font-serif text-lg font-semibold leading-snug">
        {source ? (
          <Link
            to="/entry/$id"
            params={{ id: String(first.entry_id) }}
            className="reach hover:underline"
          >
            {source.title}
          </Link>
        ) : (
          <span className="text-soft">{say("goneEntry")}</span>
        )}
      </h2>
      {source?.feed && (
        <p dir="auto" className="text-sm text-soft">
          {source.feed}
        </p>
      )}
      <ul className="mt-2 flex flex-col gap-1">
        {highlights.map((one) => (
          <li key={one.id} className="group flex items-start gap-2 py-1.5">
            <div className="min-w-0 flex-1">
              {one.quote && (
                <blockquote dir="auto" className="leading-relaxed">
                  <Passage highlight={one} isThere={source !== undefined} />
                </blockquote>
              )}
              {one.note && (
                <p dir="auto" className="mt-1 border-s-2 border-edge ps-3 whitespace-pre-line">
                  {one.note}
                </p>
              )}
              <p className="mt-1 text-xs text-soft">
                <TimeAgo at={one.created_at} />
              </p>
            </div>
            <IconButton icon={Trash2} label={say("delete")} onClick={() => remove(one)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The words; they lead to their place in the entry. */
function Passage({ highlight, isThere }: { highlight: Highlight; isThere: boolean }) {
  const words = (
    <span data-colour={shownColour(highlight.color)} className="swatch">
      {highlight.quote}
    </span>
  );
  if (!isThere) return words;
  return (
    <Link
      to="/entry/$id"
      params={{ id: String(highlight.entry_id) }}
      hash={highlight.id}
      hashScrollIntoView={false}
    >
      {words}
    </Link>
  );
}
