import { Trash2 } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PlacedHighlight } from "@/api/types";
import { Button } from "@/components/ui/button";
import { TextArea } from "@/components/ui/field";
import { COLOURS, type Colour, shownColour } from "@/lib/highlights";
import { useMessages } from "@/lib/i18n";
import { Float } from "./entry-float";

interface HighlightEditorProps {
  highlight: Pick<PlacedHighlight, "note" | "color" | "quote">;
  anchor: Element;
  onSave: (note: string, colour: Colour) => void;
  /** Absent for a note that is not there yet. */
  onDelete?: () => void;
  onClose: () => void;
}

/** The note and colour of one highlight. Closing it saves what was typed, and so does leaving
 * the entry. */
export function HighlightEditor({
  highlight,
  anchor,
  onSave,
  onDelete,
  onClose,
}: HighlightEditorProps) {
  const say = useMessages("entry");
  const [note, setNote] = useState(highlight.note);
  const [colour, setColour] = useState(shownColour(highlight.color));
  const isOver = useRef(false);
  const save = () => {
    const isSame = note === highlight.note && colour === shownColour(highlight.color);
    if (!isSame && !isOver.current) onSave(note, colour);
    isOver.current = true;
  };
  const close = () => {
    save();
    onClose();
  };
  const latest = useRef(save);
  useLayoutEffect(() => {
    latest.current = save;
  });
  useEffect(() => () => latest.current(), []);
  const remove =
    onDelete &&
    (() => {
      isOver.current = true;
      onDelete();
    });
  return (
    <Float anchor={anchor} label={say("highlight")} onClose={close}>
      <TextArea
        label={say("note")}
        placeholder={say("notePlaceholder")}
        rows={3}
        maxLength={20_000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) close();
        }}
      />
      <div className="mt-2 flex items-center gap-1">
        {highlight.quote !== "" && <ColourChoice value={colour} onChange={setColour} />}
        <span className="flex-1" />
        {remove && (
          <Button look="quiet" aria-label={say("deleteHighlight")} onClick={remove}>
            <Trash2 aria-hidden="true" className="size-4 text-danger" />
          </Button>
        )}
        <SaveButton onClick={close} />
      </div>
    </Float>
  );
}

function SaveButton({ onClick }: { onClick: () => void }) {
  const say = useMessages("ui");
  return (
    <Button look="primary" onClick={onClick}>
      {say("save")}
    </Button>
  );
}

function ColourChoice({
  value,
  onChange,
}: {
  value: Colour;
  onChange: (colour: Colour) => void;
}) {
  const say = useMessages("entry");
  return (
    <fieldset className="flex">
      <legend className="sr-only">{say("colour")}</legend>
      {COLOURS.map((colour) => (
        <button
          key={colour}
          type="button"
          aria-label={say(colour)}
          aria-pressed={colour === value}
          onClick={() => onChange(colour)}
          className="target inline-flex items-center justify-center rounded-md aria-pressed:bg-selected"
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
  );
}
