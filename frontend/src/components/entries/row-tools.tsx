import { Mail, MailOpen, Star } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ListEntry } from "@/hooks/use-reading";
import { useMessages } from "@/lib/i18n";
import { useRowActions } from "./row-actions";

const tool =
  "inline-flex size-7 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink";

/** Buttons that a mouse finds on a row. Keys and fingers have their own ways. Most rows are
 * never pointed at: theirs are not rendered. */
export function RowTools({ entry }: { entry: ListEntry }) {
  const [isPointedAt, setPointedAt] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const row = place.current?.parentElement;
    const show = () => setPointedAt(true);
    row?.addEventListener("pointerenter", show, { once: true });
    return () => row?.removeEventListener("pointerenter", show);
  }, []);
  return (
    <span
      ref={place}
      className="absolute end-2 top-1 hidden rounded-md border border-line bg-raised p-0.5 shadow-float pointer-fine:group-hover/row:flex"
    >
      {isPointedAt && <Tools entry={entry} />}
    </span>
  );
}

function Tools({ entry }: { entry: ListEntry }) {
  const say = useMessages("reading");
  const { toggleRead, toggleStar } = useRowActions();
  const readLabel = entry.read ? say("markUnread") : say("markRead");
  const starLabel = entry.starred ? say("unstar") : say("star");
  const ReadIcon = entry.read ? Mail : MailOpen;
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-label={readLabel}
        title={readLabel}
        onClick={() => toggleRead(entry)}
        className={tool}
      >
        <ReadIcon aria-hidden="true" className="size-4" />
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-label={starLabel}
        aria-pressed={entry.starred}
        title={starLabel}
        onClick={() => toggleStar(entry)}
        className={tool}
      >
        <Star
          aria-hidden="true"
          fill={entry.starred ? "currentColor" : "none"}
          className={`size-4 ${entry.starred ? "text-star" : ""}`}
        />
      </button>
    </>
  );
}
