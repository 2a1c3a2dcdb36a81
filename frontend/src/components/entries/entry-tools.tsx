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
import type { ReactNode } from "react";
import type { Entry } from "@/api/types";
import { IconButton, isOnClasses } from "@/components/ui/icon-button";
import { Tooltip } from "@/components/ui/tooltip";
import { MEDIUM, useMedia } from "@/hooks/use-media";
import { useNeedsNetwork } from "@/hooks/use-needs-network";
import { useMessages } from "@/lib/i18n";
import { useMark } from "@/queries/marks";
import type { FullTextChoice } from "./entry-full-text";
import type { Neighbours } from "./entry-neighbours";

interface EntryToolsProps {
  entry: Entry;
  fullText: FullTextChoice;
  neighbours: Neighbours | null;
  onClose: (() => void) | undefined;
  onTags: (anchor: Element) => void;
  onShare: () => void;
  menu: ReactNode;
}

/** What one can do with the open entry. On a phone the menu holds what does not fit. */
export function EntryTools(props: EntryToolsProps) {
  const { entry, fullText, neighbours, onClose, onTags, onShare, menu } = props;
  const say = useMessages("entry");
  const sayUi = useMessages("ui");
  const isMedium = useMedia(MEDIUM);
  return (
    <div
      role="toolbar"
      aria-label={say("tools")}
      className="sticky top-0 z-10 flex h-13 items-center gap-0.5 border-b border-line bg-page px-2 max-[24rem]:gap-0 max-[24rem]:[&_.target]:min-w-[calc((100vw-1rem)/8)] print:hidden"
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
      {isMedium && (
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
        onClick={() => previous && open(previous.id)}
      />
      <IconButton
        icon={ChevronDown}
        label={say("next")}
        disabled={next === undefined}
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
  const { id, read, starred } = entry;
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
        onClick={() => mark.mutate({ kind: "star", ids: [id], starred: !starred })}
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
