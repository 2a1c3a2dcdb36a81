import { Search, Share2, StickyNote, Tag } from "lucide-react";
import type { RefObject } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { COLOURS, type Colour } from "@/lib/highlights";
import { useMessages } from "@/lib/i18n";
import { LONGEST_TAG } from "@/lib/tag-suggestions";
import { useBeside } from "./entry-float";

const COLOUR_WORDS = {
  yellow: "highlightYellow",
  green: "highlightGreen",
  blue: "highlightBlue",
  pink: "highlightPink",
} as const;

export interface SelectionActions {
  highlight: (colour: Colour) => void;
  note: () => void;
  tag: () => void;
  share: () => void;
  search: () => void;
}

interface SelectionToolbarProps {
  bar: RefObject<HTMLDivElement | null>;
  range: Range;
  quote: string;
  actions: SelectionActions;
}

/** What one can do with selected text. The selection and the focus stay where they are. */
export function SelectionToolbar({ bar, range, quote, actions }: SelectionToolbarProps) {
  const say = useMessages("entry");
  useBeside(bar, range);
  return (
    <div
      ref={bar}
      popover="manual"
      role="toolbar"
      aria-label={say("selection")}
      onPointerDown={(event) => event.preventDefault()}
      className="fixed m-0 flex items-center overflow-visible rounded-lg border border-line bg-raised p-1 text-ink shadow-float print:hidden"
    >
      {COLOURS.map((colour) => (
        <button
          key={colour}
          type="button"
          aria-label={say(COLOUR_WORDS[colour])}
          title={say(COLOUR_WORDS[colour])}
          onClick={() => actions.highlight(colour)}
          className="target inline-flex items-center justify-center rounded-md hover:bg-hover"
        >
          <span
            data-colour={colour}
            className="swatch inline-flex size-5 items-center justify-center rounded-full border border-edge text-[0.625rem]"
          >
            a
          </span>
        </button>
      ))}
      <span className="mx-1 h-5 border-s border-line" />
      <IconButton icon={StickyNote} label={say("addNote")} onClick={actions.note} />
      {quote.length <= LONGEST_TAG && (
        <>
          <IconButton icon={Tag} label={say("tagSelection")} onClick={actions.tag} />
          <IconButton icon={Search} label={say("searchSelection")} onClick={actions.search} />
        </>
      )}
      <IconButton icon={Share2} label={say("share")} onClick={actions.share} />
    </div>
  );
}
