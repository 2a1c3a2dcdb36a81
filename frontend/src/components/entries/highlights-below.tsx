import type { PlacedHighlight } from "@/api/types";
import { shownColour } from "@/lib/highlights";
import { useMessages } from "@/lib/i18n";

interface HighlightsBelowProps {
  highlights: readonly PlacedHighlight[];
  shownText: "content" | "full_text";
  onOpen: (id: string, anchor: Element) => void;
}

/** Notes on the whole entry, and passages that the text above does not hold any more. */
export function HighlightsBelow({ highlights, shownText, onOpen }: HighlightsBelowProps) {
  const say = useMessages("entry");
  if (highlights.length === 0) return null;
  const placeOf = ({ found, quote }: PlacedHighlight) => {
    if (quote === "") return null;
    if (!found || found.text === shownText) return say("lostHighlight");
    return found.text === "full_text" ? say("elsewhereFull") : say("elsewhereContent");
  };
  return (
    <section aria-label={say("highlights")} className="mt-10 border-t border-line pt-5">
      <h2 className="mb-3 text-sm font-semibold">{say("highlights")}</h2>
      <ul className="flex flex-col gap-2">
        {highlights.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={(event) => onOpen(one.id, event.currentTarget)}
              className="block w-full rounded-lg border border-line px-3 py-2 text-start hover:bg-hover"
            >
              {one.quote && (
                <span dir="auto" className="block text-sm">
                  <span data-colour={shownColour(one.color)} className="swatch">
                    {one.quote}
                  </span>
                </span>
              )}
              {one.note && (
                <span dir="auto" className="mt-1 block whitespace-pre-line text-sm">
                  {one.note}
                </span>
              )}
              {placeOf(one) && (
                <span className="mt-1 block text-xs text-soft">{placeOf(one)}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
