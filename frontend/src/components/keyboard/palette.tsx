import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { type Destination, useDestinations } from "@/hooks/use-destinations";
import { useKeyLabel } from "@/hooks/use-key-label";
import { bestMatches } from "@/lib/fuzzy";
import { useMessages } from "@/lib/i18n";

const MOST = 40;

/** One field that leads everywhere. */
export function Palette({ onClose }: { onClose: () => void }) {
  const say = useMessages("keyboard");
  const navigate = useNavigate();
  const destinations = useDestinations();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const wanted = text.trim();
  const searching: Destination = {
    id: "search-entries",
    name: say("paletteSearch", { text: wanted }),
    kind: "command",
    go: () => void navigate({ to: "/search", search: { q: wanted } }),
  };
  const found = bestMatches(text, destinations, (one) => one.name, MOST);
  const shown = wanted === "" ? found : [...found, searching];
  const chosen = shown[Math.min(at, shown.length - 1)];

  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (chosen)
      document.getElementById(`${id}-${chosen.id}`)?.scrollIntoView({ block: "nearest" });
  }, [chosen, id]);

  const go = (destination: Destination | undefined) => {
    // Closing gives the focus back first; where it goes from there is up to the action.
    dialog.current?.close();
    destination?.go();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys by which an input method chooses letters are its own.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((Math.min(at, shown.length - 1) + step + shown.length) % shown.length);
    else if (event.key === "Enter") go(chosen);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the browser's own way to close it
    <dialog
      ref={dialog}
      aria-label={say("paletteTitle")}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      className="mx-auto mt-[10dvh] max-h-[70dvh] w-[min(36rem,92vw)] overflow-hidden rounded-xl border border-line bg-raised p-0 text-ink shadow-float backdrop:bg-(--veil)"
    >
      <div className="flex max-h-[70dvh] flex-col">
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={chosen ? `${id}-${chosen.id}` : undefined}
          aria-label={say("paletteTitle")}
          placeholder={say("palettePlaceholder")}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          className="w-full border-b border-line bg-transparent px-4 py-3.5 outline-none"
        />
        <div
          id={id}
          role="listbox"
          aria-label={say("paletteTitle")}
          className="relative overflow-y-auto p-1.5"
        >
          {shown.map((one) => (
            <PaletteRow
              key={one.id}
              id={`${id}-${one.id}`}
              destination={one}
              isChosen={one === chosen}
              onGo={() => go(one)}
            />
          ))}
        </div>
        {found.length === 0 && (
          <p role="status" className="px-4 pb-3 text-sm text-soft">
            {say("paletteNothing")}
          </p>
        )}
      </div>
    </dialog>
  );
}

interface PaletteRowProps {
  id: string;
  destination: Destination;
  isChosen: boolean;
  onGo: () => void;
}

function PaletteRow({ id, destination, isChosen, onGo }: PaletteRowProps) {
  const say = useMessages("keyboard");
  const keys = useKeyLabel();
  const { name, kind, action } = destination;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onClick={onGo}
      className="target flex cursor-pointer items-center gap-3 rounded-md px-3 text-sm hover:bg-hover aria-selected:bg-selected"
    >
      <span dir="auto" className="min-w-0 flex-1 truncate text-start">
        {name}
      </span>
      <span className="shrink-0 text-xs text-soft">
        {(action && keys(action)) || say(`kind_${kind}`)}
      </span>
    </div>
  );
}
