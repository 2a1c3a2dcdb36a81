import { Link } from "@tanstack/react-router";
import { Plus, X } from "lucide-react";
import { useRef } from "react";
import type { Entry } from "@/api/types";
import { useMessages } from "@/lib/i18n";
import { useMark } from "@/queries/marks";

interface TagsRowProps {
  entry: Entry;
  onAdd: (anchor: Element) => void;
}

/** The reader's own tags on an entry. */
export function TagsRow({ entry, onAdd }: TagsRowProps) {
  const say = useMessages("entry");
  const mark = useMark();
  const row = useRef<HTMLUListElement>(null);
  if (entry.tags.length === 0) return null;
  const remove = (tag: string, place: number) => {
    mark.mutate({ kind: "tag", ids: [entry.id], tag, tagged: false });
    // The focus goes to what is now in this place: the next tag, or the button after all.
    requestAnimationFrame(() => {
      const buttons = row.current?.querySelectorAll<HTMLElement>("button");
      buttons?.[Math.min(place, buttons.length - 1)]?.focus();
    });
  };
  return (
    <ul
      ref={row}
      aria-label={say("tags")}
      className="mt-3 flex flex-wrap gap-1.5 pointer-coarse:mt-5 pointer-coarse:gap-y-4 print:hidden"
    >
      {entry.tags.map((tag, place) => (
        <li key={tag} className="flex items-center rounded-full bg-hover text-sm">
          <Link
            to="/tag/$name"
            params={{ name: tag }}
            className="reach max-w-60 py-1 ps-3 hover:underline"
          >
            <span dir="auto" className="block truncate">
              {tag}
            </span>
          </Link>
          <button
            type="button"
            aria-label={say("removeTag", { name: tag })}
            onClick={() => remove(tag, place)}
            className="inline-flex size-7 items-center justify-center rounded-full reach text-soft hover:text-ink"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          aria-label={say("addTag")}
          onClick={(event) => onAdd(event.currentTarget)}
          className="inline-flex size-7 items-center justify-center rounded-full reach text-soft hover:bg-hover hover:text-ink"
        >
          <Plus aria-hidden="true" className="size-4" />
        </button>
      </li>
    </ul>
  );
}
