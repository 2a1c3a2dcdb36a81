import { type KeyboardEvent, useRef, useState } from "react";
import { controlClasses } from "@/components/ui/field";

interface InlineNameProps {
  label: string;
  name: string;
  maxLength: number;
  /** Another name was typed; it is not empty. */
  onRename: (name: string) => void;
  onClose: () => void;
}

/** A name that is being changed where it stands: Enter keeps it, Escape does not. */
export function InlineName({ label, name, maxLength, onRename, onClose }: InlineNameProps) {
  const [typed, setTyped] = useState(name);
  // Enter and Escape take the field away, which also blurs it.
  const isOver = useRef(false);
  const end = (isKept: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    const wished = typed.trim();
    if (isKept && wished !== "" && wished !== name) onRename(wished);
    onClose();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    end(event.key === "Enter");
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
      onBlur={() => end(true)}
      className={controlClasses}
    />
  );
}
