import { lazy, Suspense } from "react";
import type { Entry } from "@/api/types";
import { useHighlightActions } from "./highlights-actions";
import { HighlightEditor } from "./highlights-editor";
import { TagsPicker } from "./tags-picker";

const VersionsDialog = lazy(() =>
  import("./versions-dialog").then((part) => ({ default: part.VersionsDialog })),
);

export type Opened =
  | { what: "tags" | "note"; anchor: Element }
  | { what: "versions" | "starred" };

const EMPTY_NOTE = { note: "", color: "yellow", quote: "" };

/** What was opened over the entry: its tags, a new note, its versions. */
export function EntryOpening({
  entry,
  opened,
  onClose,
}: {
  entry: Entry;
  opened: Opened | null;
  onClose: () => void;
}) {
  const { writeNote } = useHighlightActions(entry.id);
  if (opened?.what === "tags") {
    return <TagsPicker entry={entry} anchor={opened.anchor} onClose={onClose} />;
  }
  if (opened?.what === "note") {
    return (
      <HighlightEditor
        highlight={EMPTY_NOTE}
        anchor={opened.anchor}
        onSave={(note) => void writeNote(note)}
        onClose={onClose}
      />
    );
  }
  return (
    <Suspense>
      {opened && (
        <VersionsDialog entry={entry} isOfStar={opened.what === "starred"} onClose={onClose} />
      )}
    </Suspense>
  );
}
