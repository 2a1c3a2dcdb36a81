// The text of an entry with the reader's marks: select to mark, click a mark to change it.
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Entry, PlacedHighlight } from "@/api/types";
import { useMessages } from "@/lib/i18n";
import { useEntryHighlights } from "@/queries/highlights";
import { useMark } from "@/queries/marks";
import { toast } from "@/state/toasts";
import { EntryBody } from "./entry-body";
import { useHighlightActions } from "./highlights-actions";
import { HighlightsBelow } from "./highlights-below";
import type { PaintedMark } from "./highlights-dom";
import { HighlightEditor } from "./highlights-editor";
import { usePassageKeys } from "./highlights-keys";
import { useSelectedPassage } from "./highlights-selection";
import { SelectionToolbar } from "./highlights-toolbar";
import { useShare } from "./share-toast";

interface HighlightedTextProps {
  entry: Entry;
  html: string;
  shownText: "content" | "full_text";
}

const NO_HIGHLIGHTS: PlacedHighlight[] = [];

export function HighlightedText({ entry, html, shownText }: HighlightedTextProps) {
  const { data: highlights = NO_HIGHLIGHTS } = useEntryHighlights(entry.id);
  const [root, setRoot] = useState<HTMLElement | null>(null);
  const [painted, setPainted] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<{ id: string; anchor: Element | null } | null>(null);
  const marks = useMemo(() => highlights.flatMap(markOf), [highlights]);
  const actions = useHighlightActions(entry.id);
  const openMark = useCallback((id: string) => setOpened({ id, anchor: null }), []);
  const open = highlights.find((one) => one.id === opened?.id);
  const anchor =
    opened?.anchor ?? root?.querySelector(`mark[data-highlight="${opened?.id}"]`) ?? root;
  const wanted = useRef(location.hash.slice(1)); // gets the focus once it is there
  useEffect(() => {
    if (!painted.has(wanted.current)) return;
    root?.querySelector<HTMLElement>(`mark[data-highlight="${wanted.current}"]`)?.focus();
    wanted.current = "";
  }, [painted, root]);
  return (
    <>
      <EntryBody
        html={html}
        title={entry.title}
        language={entry.language}
        marks={marks}
        onPainted={setPainted}
        onOpenMark={openMark}
        onReady={setRoot}
      />
      <Selected
        entry={entry}
        root={root}
        create={actions.create}
        onNote={openMark}
        onMade={(id) => {
          wanted.current = id;
        }}
      />
      {open && anchor && (
        <HighlightEditor
          key={open.id}
          highlight={open}
          anchor={anchor}
          onSave={(note, color) => actions.save(open, note, color)}
          onDelete={() => {
            setOpened(null);
            actions.remove(open);
          }}
          onClose={() => setOpened(null)}
        />
      )}
      <HighlightsBelow
        highlights={highlights.filter((one) => !painted.has(one.id))}
        shownText={shownText}
        onOpen={(id, button) => setOpened({ id, anchor: button })}
      />
    </>
  );
}

interface SelectedProps {
  entry: Entry;
  root: HTMLElement | null;
  create: ReturnType<typeof useHighlightActions>["create"];
  onNote: (id: string) => void;
  /** A key made it: the focus belongs on it. */
  onMade: (id: string) => void;
}

function Selected({ entry, root, create, onNote, onMade }: SelectedProps) {
  const say = useMessages("entry");
  const navigate = useNavigate();
  const mark = useMark();
  const { share } = useShare();
  const [selected, letGo] = useSelectedPassage(root);
  const bar = useRef<HTMLDivElement>(null);
  const clear = () => {
    // The buttons go away, and the focus must not go with them.
    if (bar.current?.contains(document.activeElement)) root?.focus({ preventScroll: true });
    letGo();
  };
  usePassageKeys({ root, bar, isSelected: selected !== null, clear });
  if (!selected) return null;
  const { passage, range } = selected;
  const { quote } = passage;
  const actions = {
    highlight: (colour: PaintedMark["colour"]) => {
      const isByKey = bar.current?.contains(document.activeElement);
      const id = create(passage, "", colour);
      clear();
      if (isByKey) onMade(id);
    },
    note: () => {
      const id = create(passage, "", "yellow");
      clear();
      onNote(id);
    },
    tag: () => {
      mark.mutate({ kind: "tag", ids: [entry.id], tag: quote, tagged: true });
      toast({ text: say("tagged", { name: quote }) });
      clear();
    },
    share: () =>
      void share({
        title: entry.title,
        text: `“${quote}”`,
        ...(entry.url ? { url: entry.url } : {}),
      }),
    search: () => void navigate({ to: "/search", search: { q: `"${quote}"` } }),
  };
  return <SelectionToolbar bar={bar} range={range} quote={quote} actions={actions} />;
}

function markOf(one: PlacedHighlight): PaintedMark[] {
  if (one.quote === "") return [];
  const { found, prefix, suffix } = one;
  // What the passage reads now is what to look for; the server forgives small changes.
  const passage = found
    ? { quote: found.now_reads, prefix, suffix, position: found.position }
    : { quote: one.quote, prefix, suffix, position: one.position };
  return [{ id: one.id, colour: one.color, hasNote: one.note !== "", passage }];
}
