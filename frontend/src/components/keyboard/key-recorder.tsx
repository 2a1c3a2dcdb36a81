import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { isMac } from "@/hooks/use-key-label";
import { useMessages } from "@/lib/i18n";
import { type Action, conflictOf, keyCaps, keymapOf, keyName } from "@/lib/keymap";
import { usePreferences } from "@/queries/preferences";

const WAIT = 1_000;

interface KeyRecorderProps {
  action: Action;
  onDone: (keys: string) => void;
  onCancel: () => void;
  /** The focus went elsewhere by itself. */
  onLeave: () => void;
}

/** Records the next keys and takes them, unless they mean something else already. */
export function KeyRecorder({ action, onDone, onCancel, onLeave }: KeyRecorderProps) {
  const say = useMessages("keyboard");
  const keymap = keymapOf(usePreferences().keymap);
  const [recorded, setRecorded] = useState("");
  const [taken, setTaken] = useState<{ keys: string; by: Action } | null>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: waits after each key
  useEffect(() => {
    if (recorded === "") return;
    const finish = () => {
      const by = conflictOf(keymap, action, recorded);
      if (by === null) done.current(recorded);
      else setTaken({ keys: keyCaps(recorded, isMac).join(" "), by });
      setRecorded("");
    };
    const timer = setTimeout(finish, recorded.includes(" ") ? 0 : WAIT);
    return () => clearTimeout(timer);
  }, [recorded]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    const name = keyName(event);
    if (name === null) return;
    setTaken(null);
    record(name);
  };
  const record = (name: string) => {
    if (name === "Escape" && action !== "closeEntry") onCancel();
    else if (name === "Backspace") onDone("");
    else
      setRecorded(
        recorded === "" || recorded.startsWith("Mod+") ? name : `${recorded} ${name}`,
      );
  };
  return (
    <div className="flex flex-col items-end gap-1">
      <input
        readOnly
        // biome-ignore lint/a11y/noAutofocus: it was opened to press keys in
        autoFocus
        aria-label={say("changeOf", { action: say(action) })}
        aria-describedby={`${action}-hint`}
        value={recorded === "" ? say("press") : keyCaps(recorded, isMac).join(" ")}
        onKeyDown={onKeyDown}
        // Not when the whole window loses the focus: the keys may be looked up elsewhere.
        onBlur={() => document.hasFocus() && onLeave()}
        className="target w-48 rounded-md border border-accent bg-raised px-3 text-center text-sm caret-transparent"
      />
      <p id={`${action}-hint`} role="status" className="max-w-72 text-end text-xs text-soft">
        {taken
          ? say("conflict", { keys: taken.keys, action: say(taken.by) })
          : say("pressHint")}
      </p>
    </div>
  );
}
