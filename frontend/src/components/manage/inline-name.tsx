import { type KeyboardEvent, useRef, useState } from "react";
import { controlClasses } from "@/components/ui/field";

interface InlineNameProps {
  label: string;
  name: string;
  maxLength: number;
  /** Another name was typed; it is not empty. */
  onRename: (name: string) => void;
  /** By a key, the focus goes away with the field; otherwise it is elsewhere already. */
  onClose: (isByKey: boolean) => void;
}

/** A name that is being changed where it is: Enter keeps it, Escape does not. */
export function InlineName({ label, name, maxLength, onRename, onClose }: InlineNameProps) {
  const [typed, setTyped] = useState(name);
  // Enter and Escape take the field away, which also blurs it.
  const isOver = useRef(false);
  const end = (isKept: boolean, isByKey: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    const newName = typed.trim();
    if (isKept && newName !== "" && newName !== name) onRename(newName);
    onClose(isByKey);
  };
  const press = (event: KeyboardEvent) => {
    // Keys by which an input method chooses letters are its own.
    if (event.nativeEvent.isComposing) return;
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    end(event.key === "Enter", true);
  };
  return (
    <input
      aria-label={label}
      dir="auto"
      // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
      autoFocus
      value={typed}
      maxLength={maxLength}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={press}
      onBlur={() => end(true, false)}
      className={controlClasses}
    />
  );
}
