import { Checkbox } from "@/components/ui/checkbox";
import { controlClasses } from "@/components/ui/field";
import { COLOURS, type HighlightFilter } from "@/lib/highlights";
import { useMessages } from "@/lib/i18n";

interface HighlightFilterBarProps {
  filter: HighlightFilter;
  onChange: (filter: HighlightFilter) => void;
}

export function HighlightFilterBar({ filter, onChange }: HighlightFilterBarProps) {
  const say = useMessages("highlights");
  const sayEntry = useMessages("entry");
  return (
    <search className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <input
        type="search"
        aria-label={say("search")}
        placeholder={say("search")}
        defaultValue={filter.words}
        onChange={(event) => onChange({ ...filter, words: event.target.value })}
        className={`${controlClasses} min-w-56 flex-1`}
      />
      <fieldset className="flex items-center">
        <legend className="sr-only">{say("colour")}</legend>
        {COLOURS.map((colour) => (
          <button
            key={colour}
            type="button"
            aria-label={sayEntry(colour)}
            title={sayEntry(colour)}
            aria-pressed={filter.colour === colour}
            onClick={() =>
              onChange({ ...filter, colour: filter.colour === colour ? "" : colour })
            }
            className="target inline-flex items-center justify-center rounded-md hover:bg-hover aria-pressed:bg-selected"
          >
            <span
              data-colour={colour}
              className="swatch inline-flex size-5 items-center justify-center rounded-full border border-edge text-[0.625rem]"
            >
              a
            </span>
          </button>
        ))}
      </fieldset>
      <Checkbox
        label={say("onlyNotes")}
        checked={filter.onlyNotes}
        onChange={(onlyNotes) => onChange({ ...filter, onlyNotes })}
      />
    </search>
  );
}
