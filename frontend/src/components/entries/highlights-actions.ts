import type { Highlight } from "@/api/types";
import { type Colour, shownColour } from "@/lib/highlights";
import { useMessages } from "@/lib/i18n";
import type { Passage } from "@/lib/passages";
import type { HighlightChange } from "@/lib/pending";
import { newId } from "@/lib/uuid7";
import { changeTime, useChangeHighlight } from "@/queries/highlights";
import { toast } from "@/state/toasts";

const NOWHERE: Passage = { quote: "", prefix: "", suffix: "", position: 0 };

/** Make, change and delete highlights of an entry; a deleted one can be brought back. */
export function useHighlightActions(entryId: number) {
  const say = useMessages("entry");
  const sayUi = useMessages("ui");
  const { mutate } = useChangeHighlight();
  const send = (change: HighlightChange) =>
    mutate(change, {
      onError: () => toast({ text: say("highlightFailed"), look: "danger" }),
    });
  const create = (passage: Passage, note: string, colour: string, id = newId()): string => {
    const color = shownColour(colour);
    send({ kind: "create", id, entryId, at: changeTime(), passage, note, color });
    return id;
  };
  const remove = (one: Highlight) => {
    send({ kind: "delete", id: one.id, entryId, at: changeTime() });
    const { quote, prefix, suffix, position } = one;
    toast({
      text: say("highlightDeleted"),
      action: {
        label: sayUi("undo"),
        onClick: () =>
          void create({ quote, prefix, suffix, position }, one.note, one.color, one.id),
      },
    });
  };
  const save = (one: Highlight, note: string, color: Colour) => {
    // A note on the whole entry that says nothing any more is no note.
    if (one.quote === "" && note.trim() === "") remove(one);
    else send({ kind: "change", id: one.id, entryId, at: changeTime(), note, color });
  };
  return { create, save, remove, writeNote: (note: string) => create(NOWHERE, note, "yellow") };
}
