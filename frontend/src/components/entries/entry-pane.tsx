// One entry, to be read, with everything that belongs to it. Loaded when first opened.
import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useRef, useState } from "react";
import type { Entry } from "@/api/types";
import { classes } from "@/components/ui/class-names";
import { useEntrySwipe } from "@/hooks/use-entry-swipe";
import { useIsOffline } from "@/hooks/use-is-offline";
import { useTextPlace } from "@/hooks/use-text-place";
import { useMessages } from "@/lib/i18n";
import { stepBack } from "@/lib/step-back";
import { useNoteOpened } from "@/queries/entry-ai";
import { usePreferences } from "@/queries/preferences";
import { AiDeframed } from "./ai-deframed";
import { AiSummary } from "./ai-summary";
import { EntryEnclosures } from "./entry-enclosures";
import { EntryFoot } from "./entry-foot";
import { FullTextState, useFullTextChoice } from "./entry-full-text";
import { EntryHead } from "./entry-head";
import { useEntryKeys } from "./entry-keys";
import { EntryMenu } from "./entry-menu";
import { type Neighbours, useNeighbours } from "./entry-neighbours";
import { EntryOpening, type Opened } from "./entry-opening";
import { EntryPictures } from "./entry-pictures";
import { EntryPlayer } from "./entry-player";
import { EntryTools } from "./entry-tools";
import { HighlightedText } from "./highlights-text";
import { useShare } from "./share-toast";
import { usePictureViewer } from "./use-picture-viewer";

const PictureViewer = lazy(() =>
  import("./picture-viewer").then((part) => ({ default: part.PictureViewer })),
);

interface EntryPaneProps {
  entry: Entry;
  /** Absent by the entry's own address: there is no list to go back to. */
  onClose: (() => void) | undefined;
}

export function EntryPane({ entry, onClose }: EntryPaneProps) {
  return onClose ? <InList entry={entry} onClose={onClose} /> : <ByItself entry={entry} />;
}

function InList({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  return <Pane entry={entry} neighbours={useNeighbours(entry.id)} onClose={onClose} />;
}

/** There may be a page before, if one came by a link of ours. */
function ByItself({ entry }: { entry: Entry }) {
  const { history, navigate } = useRouter();
  const back = () => (history.canGoBack() ? stepBack(history) : void navigate({ to: "/" }));
  return <Pane entry={entry} neighbours={null} onClose={back} />;
}

interface PaneProps {
  entry: Entry;
  neighbours: Neighbours | null;
  onClose: () => void;
}

function Pane({ entry, neighbours, onClose }: PaneProps) {
  const pane = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const canSwipe = usePreferences().swipe && neighbours !== null;
  useEntrySwipe(text, canSwipe, (side) => {
    const wanted = side === "start" ? neighbours?.next : neighbours?.previous;
    if (wanted) neighbours?.open(wanted.id);
  });
  const [opened, setOpened] = useState<Opened | null>(null);
  const fullText = useFullTextChoice(entry);
  useNoteOpened(entry, useIsOffline());
  const { share } = useShare();
  const viewer = usePictureViewer(text);
  useEntryKeys(entry, {
    toggleFullText: fullText.toggle,
    close: onClose,
    isInList: neighbours !== null,
  });
  const shareEntry = () =>
    void share({ title: entry.title, ...(entry.url ? { url: entry.url } : {}) });
  // A menu gives the focus back to its button first; only then is it ours to move.
  const fromMenu = (what: "tags" | "note") => {
    const anchor = pane.current?.querySelector("[data-entry-menu]");
    if (anchor) setTimeout(() => setOpened({ what, anchor }));
  };
  // Nobody asked for it: above the text, the line would push it down and let it up again.
  const isComing = entry.full_text_state === "coming";
  const html = (fullText.isFull ? entry.full_text_html : null) ?? entry.html;
  useTextPlace(pane, entry, html);
  return (
    <div ref={pane}>
      <EntryTools
        entry={entry}
        fullText={fullText}
        neighbours={neighbours}
        onClose={onClose}
        onTags={(anchor) => setOpened({ what: "tags", anchor })}
        onShare={shareEntry}
        menu={
          <EntryMenu
            entry={entry}
            onTags={() => fromMenu("tags")}
            onNote={() => fromMenu("note")}
            onShare={shareEntry}
            onVersions={() => setOpened({ what: "versions" })}
          />
        }
      />
      <div
        ref={text}
        data-entry-print
        className={classes("reading-column", canSwipe && "touch-pan-y touch-pinch-zoom")}
      >
        <EntryHead
          entry={entry}
          onVersions={() => setOpened({ what: "versions" })}
          onStarred={() => setOpened({ what: "starred" })}
          onAddTag={(anchor) => setOpened({ what: "tags", anchor })}
        />
        <div className="flex flex-wrap gap-x-2">
          <AiDeframed entry={entry} />
          <AiSummary entry={entry} html={html} />
        </div>
        {entry.player && <EntryPlayer player={entry.player} title={entry.title} />}
        <EntryPictures entry={entry} isFull={fullText.isFull} />
        <EntryEnclosures entry={entry} />
        {!isComing && <FullTextState choice={fullText} />}
        {html.trim() === "" && entry.pictures.length === 0 && <NoText />}
        <HighlightedText
          entry={entry}
          html={html}
          shownText={fullText.isFull ? "full_text" : "content"}
        />
        {isComing && <FullTextState choice={fullText} />}
        <EntryFoot entry={entry} neighbours={neighbours} />
      </div>
      <EntryOpening entry={entry} opened={opened} onClose={() => setOpened(null)} />
      <Suspense>
        {viewer.opened && <PictureViewer opened={viewer.opened} onClose={viewer.close} />}
      </Suspense>
    </div>
  );
}

function NoText() {
  const say = useMessages("entry");
  return <p className="text-soft">{say("emptyText")}</p>;
}
