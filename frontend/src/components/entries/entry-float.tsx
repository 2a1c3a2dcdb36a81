import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { moveBeside } from "@/components/ui/float";

interface FloatProps {
  /** What it is beside; it gets the focus back if it can take it. */
  anchor: Element | Range;
  label: string;
  onClose: () => void;
  children: ReactNode;
  className?: string;
}

/** A small dialog beside a word or a button. Escape and a click elsewhere close it. */
export function Float({
  anchor,
  label,
  onClose,
  children,
  className = "w-80 p-3",
}: FloatProps) {
  const panel = useRef<HTMLDivElement>(null);
  useBeside(panel, anchor);
  useLayoutEffect(() => {
    const first = panel.current?.querySelector<HTMLElement>("[data-first], input, textarea");
    (first ?? panel.current)?.focus({ preventScroll: true });
    // One goes on writing where the text ends.
    if (first instanceof HTMLTextAreaElement) first.selectionStart = first.value.length;
    return () => {
      if (anchor instanceof HTMLElement && anchor.isConnected) {
        anchor.focus({ preventScroll: true });
      }
    };
  }, [anchor]);
  const onKeyDown = (event: KeyboardEvent) => {
    // The list's own shortcuts must not get what is typed here.
    event.stopPropagation();
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose();
  };
  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onToggle={(event) => event.newState === "closed" && onClose()}
      className={`fixed m-0 max-h-[80dvh] max-w-[calc(100vw-1rem)] overflow-y-auto rounded-lg border border-line bg-raised text-ink shadow-float outline-none ${className}`}
    >
      {children}
    </div>
  );
}

/** Show an element in the top layer beside something, also while the text scrolls. */
export function useBeside(
  panel: React.RefObject<HTMLElement | null>,
  anchor: Element | Range,
): void {
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return;
    element.showPopover();
    moveBeside(element, anchor.getBoundingClientRect(), "center");
  }, [panel, anchor]);
  useEffect(() => {
    const follow = () => {
      if (panel.current) moveBeside(panel.current, anchor.getBoundingClientRect(), "center");
    };
    addEventListener("scroll", follow, true);
    addEventListener("resize", follow);
    const observer = new ResizeObserver(follow);
    if (panel.current) observer.observe(panel.current);
    return () => {
      removeEventListener("scroll", follow, true);
      removeEventListener("resize", follow);
      observer.disconnect();
    };
  }, [panel, anchor]);
}
