// A word about a control that shows only an icon. Ours, on the browser's popover: a
// library's would be a tenth of the first load.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { moveBeside } from "./float";

const DELAY = 500;

interface TooltipProps {
  text: string;
  children: ReactNode;
}

/** It never carries the accessible name. Escape puts it away; one can point at it. */
export function Tooltip({ text, children }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isShown, setShown] = useState(false);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isShown || !bubble.current || !anchor.current) return;
    bubble.current.showPopover();
    moveBeside(bubble.current, anchor.current.getBoundingClientRect(), "center");
    const onKeyDown = (event: KeyboardEvent) => event.key === "Escape" && setShown(false);
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [isShown]);

  const wait = (delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(true), delay);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setShown(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside
    <span
      ref={anchor}
      className="inline-flex shrink-0"
      onPointerEnter={(event) => event.pointerType === "mouse" && wait(DELAY)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(":focus-visible") && wait(0)}
      onBlur={hide}
    >
      {children}
      {isShown && (
        <span
          ref={bubble}
          popover="manual"
          aria-hidden="true"
          className="fixed m-0 rounded-md bg-ink px-2 py-1 text-xs whitespace-nowrap text-page"
        >
          {text}
        </span>
      )}
    </span>
  );
}
