import { Plus, Tag } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import type { Entry } from "@/api/types";
import { controlClasses } from "@/components/ui/field";
import { useMessages } from "@/lib/i18n";
import { LONGEST_TAG, suggestTags } from "@/lib/tag-suggestions";
import { useTags } from "@/queries/feeds";
import { useMark } from "@/queries/marks";
import { Float } from "./entry-float";

interface TagsPickerProps {
  entry: Entry;
  anchor: Element;
  onClose: () => void;
}

/** Type a tag, or choose one that exists. It stays open for the next one. */
export function TagsPicker({ entry, anchor, onClose }: TagsPickerProps) {
  const say = useMessages("entry");
  const id = useId();
  const mark = useMark();
  const known = (useTags().data ?? []).map((tag) => tag.name);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const options = suggestTags(known, entry.tags, typed);
  const chosen = options[Math.min(at, options.length - 1)];
  const take = (name: string | undefined) => {
    if (name === undefined) return;
    mark.mutate({ kind: "tag", ids: [entry.id], tag: name, tagged: true });
    setTyped("");
    setAt(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys by which an input method chooses letters are its own.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, options.length - 1) + step + options.length) % options.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (typed.trim() === "") onClose();
      else take(chosen?.name);
    }
  };
  return (
    <Float anchor={anchor} label={say("addTag")} onClose={onClose} className="w-72 p-2">
      <input
        role="combobox"
        aria-label={say("tagPlaceholder")}
        placeholder={say("tagPlaceholder")}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen ? `${id}-${chosen.name}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        maxLength={LONGEST_TAG}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        className={controlClasses}
      />
      <div role="listbox" id={`${id}-list`} aria-label={say("tags")} className="mt-1">
        {options.map((option) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, as a combobox does
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={option.name}
            id={`${id}-${option.name}`}
            role="option"
            aria-selected={option === chosen}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(option.name)}
            className="target flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm hover:bg-hover aria-selected:bg-hover"
          >
            {option.isNew ? (
              <Plus aria-hidden="true" className="size-4 shrink-0 text-soft" />
            ) : (
              <Tag aria-hidden="true" className="size-4 shrink-0 text-soft" />
            )}
            <span dir="auto" className="truncate">
              {option.isNew ? say("createTag", { name: option.name }) : option.name}
            </span>
          </div>
        ))}
      </div>
      {options.length === 0 && <p className="px-2.5 py-2 text-sm text-soft">{say("noTags")}</p>}
    </Float>
  );
}
