import { useMessages } from "@/lib/i18n";
import type { Suggestion } from "@/lib/search-query";

interface SuggestionsProps {
  id: string;
  found: readonly Suggestion[];
  chosen: number;
  onTake: (suggestion: Suggestion) => void;
}

/** What could come next, below the field, whose keys choose among it. */
export function Suggestions({ id, found, chosen, onTake }: SuggestionsProps) {
  const say = useMessages("reading");
  return (
    <div
      id={id}
      role="listbox"
      aria-label={say("suggestions")}
      hidden={found.length === 0}
      className="absolute start-4 end-2 top-full z-20 -mt-1 rounded-lg border border-line bg-raised p-1 shadow-float"
    >
      {found.map((one, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          key={one.insert}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(one)}
          className="target flex items-center justify-between gap-3 rounded-md px-2.5 text-sm hover:bg-hover aria-selected:bg-selected"
        >
          <span dir="auto" className="truncate">
            {one.insert}
          </span>
          <span className="text-xs text-soft">{say(`suggest_${one.kind}`)}</span>
        </div>
      ))}
    </div>
  );
}
