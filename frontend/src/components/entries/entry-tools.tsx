import {
  ArrowLeft,
  ChevronDown,
  ChevronUp,
  ExternalLink,
  FileText,
  Mail,
  MailOpen,
  Share2,
  Star,
  Tag,
  X,
} from "lucide-react";
import { type CSSProperties, type ReactNode, useRef } from "react";
import type { Entry } from "@/api/types";
import { classes } from "@/components/ui/class-names";
import { IconButton, isOnClasses } from "@/components/ui/icon-button";
import { Tooltip } from "@/components/ui/tooltip";
import { COARSE, MEDIUM, useMedia } from "@/hooks/use-media";
import { useNeedsNetwork } from "@/hooks/use-needs-network";
import { useWidth } from "@/hooks/use-width";
import { useMessages } from "@/lib/i18n";
import { useMark } from "@/queries/marks";
import type { FullTextChoice } from "./entry-full-text";
import { type Neighbours, useFocusAfterStep } from "./entry-neighbours";

interface EntryToolsProps {
  entry: Entry;
  fullText: FullTextChoice;
  neighbours: Neighbours | null;
  onClose: (() => void) | undefined;
  onTags: (anchor: Element) => void;
  onShare: () => void;
  menu: ReactNode;
}

// In pixels: what ten tools take under a mouse and a finger, and eight under a finger.
const ROOMY = { mouse: 360, finger: 480 };
const TIGHT = 384;

/** What one can do with the open entry. The menu holds what a narrow pane has no room for. */
export function EntryTools(props: EntryToolsProps) {
  const { entry, fullText, neighbours, onClose, onTags, onShare, menu } = props;
  const say = useMessages("entry");
  const sayUi = useMessages("ui");
  const isMedium = useMedia(MEDIUM);
  const bar = useRef<HTMLDivElement>(null);
  const width = useWidth(bar);
  const roomy = useMedia(COARSE) ? ROOMY.finger : ROOMY.mouse;
  const isTight = width > 0 && width < TIGHT;
  useFocusAfterStep(entry.id, bar);
  return (
    <div
      ref={bar}
      role="toolbar"
      style={{ "--tool": `${Math.floor((width - 16) / 8)}px` } as CSSProperties}
      aria-label={say("tools")}
      className={classes(
        "sticky top-0 z-10 flex h-13 items-center border-b border-line bg-page px-2 print:hidden",
        isTight ? "[&_.target]:min-w-(--tool)" : "gap-0.5",
      )}
    >
      {onClose && (
        <IconButton
          icon={isMedium && neighbours ? X : ArrowLeft}
          label={neighbours ? say("backToList") : sayUi("back")}
          className="rtl:-scale-x-100"
          data-action="closeEntry"
          onClick={onClose}
        />
      )}
      {neighbours && <Steps neighbours={neighbours} />}
      <span className="flex-1" />
      <MarkButtons entry={entry} />
      <FullTextButton fullText={fullText} isThere={entry.full_text_html !== null} />
      {width >= roomy && (
        <>
          <IconButton
            icon={Tag}
            label={say("addTag")}
            data-action="addTag"
            onClick={(event) => onTags(event.currentTarget)}
          />
          <IconButton icon={Share2} label={say("share")} onClick={onShare} />
        </>
      )}
      {entry.url && <OriginalLink url={entry.url} />}
      {menu}
    </div>
  );
}

function Steps({ neighbours }: { neighbours: Neighbours }) {
  const say = useMessages("entry");
  const { previous, next, open } = neighbours;
  return (
    <>
      <IconButton
        icon={ChevronUp}
        label={say("previous")}
        disabled={previous === undefined}
        data-step="previous"
        onClick={() => previous && open(previous.id)}
      />
      <IconButton
        icon={ChevronDown}
        label={say("next")}
        disabled={next === undefined}
        data-step="next"
        onClick={() => next && open(next.id)}
      />
    </>
  );
}

function FullTextButton({ fullText, isThere }: { fullText: FullTextChoice; isThere: boolean }) {
  const say = useMessages("entry");
  const network = useNeedsNetwork();
  const { isFull, isWorking, toggle } = fullText;
  const label = isFull ? say("fullTextHide") : say("fullTextShow");
  return (
    <IconButton
      icon={FileText}
      label={isThere ? label : network.named(label)}
      pressed={isFull}
      off={!isThere && network.isOff}
      aria-busy={isWorking}
      className={isFull ? isOnClasses : isWorking ? "animate-pulse" : ""}
      data-action="fullText"
      onClick={toggle}
    />
  );
}

function MarkButtons({ entry }: { entry: Entry }) {
  const say = useMessages("reading");
  const mark = useMark();
  const { id, read, starred, version } = entry;
  return (
    <>
      <IconButton
        icon={read ? MailOpen : Mail}
        label={read ? say("markUnread") : say("markRead")}
        onClick={() => mark.mutate({ kind: "read", ids: [id], read: !read })}
      />
      <IconButton
        icon={Star}
        label={starred ? say("unstar") : say("star")}
        pressed={starred}
        filled={starred}
        className={starred ? "text-star" : ""}
        onClick={() => mark.mutate({ kind: "star", ids: [id], starred: !starred, version })}
      />
    </>
  );
}

function OriginalLink({ url }: { url: string }) {
  const say = useMessages("reading");
  return (
    <Tooltip text={say("openOriginal")}>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={say("openOriginal")}
        data-action="openOriginal"
        className="target inline-flex items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink"
      >
        <ExternalLink aria-hidden="true" className="size-4.5" />
      </a>
    </Tooltip>
  );
}
