// How a menu behaves: opens beside its button, moves by arrow keys and first letters, and
// gives the focus back.
import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ToggleEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { moveBeside } from "./float";

const ITEMS = '[role^="menuitem"]:not([aria-disabled="true"])';

interface Point {
  x: number;
  y: number;
}

/** An element with more attributes: the trigger stays whatever it is. */
export function Slot({
  element,
  ...more
}: { element: ReactElement<Record<string, unknown>> } & Record<string, unknown>) {
  return cloneElement(element, more);
}

export function useMenu(align: "start" | "center" | "end") {
  const popup = useRef<HTMLDivElement>(null);
  const opener = useRef<{ element: HTMLElement; point: Point | undefined } | null>(null);
  const [isOpen, setOpen] = useState(false);

  useLayoutEffect(() => {
    if (!isOpen || !popup.current || !opener.current) return;
    const { element, point } = opener.current;
    popup.current.showPopover();
    moveBeside(popup.current, point ? boxOf(point) : element.getBoundingClientRect(), align);
    (itemsOf(popup.current)[0] ?? popup.current).focus();
  }, [isOpen, align]);

  const close = () => {
    // Only if the focus is still inside: a chosen item may have moved it on purpose.
    if (popup.current?.contains(document.activeElement)) opener.current?.element.focus();
    setOpen(false);
  };
  return {
    isOpen,
    openAt: (element: HTMLElement, point?: Point) => {
      opener.current = { element, point };
      setOpen(true);
    },
    popupProps: {
      ref: popup,
      role: "menu",
      popover: "auto" as const,
      tabIndex: -1,
      onToggle: (event: ToggleEvent<HTMLDivElement>) => event.newState === "closed" && close(),
      // A chosen item closes the menu; it is the last to get the click.
      onClick: close,
      onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => {
        // The list's own shortcuts must not get what is meant for the menu.
        event.stopPropagation();
        if (event.key === "Tab" || event.key === "Escape") {
          event.preventDefault();
          close();
        } else if (popup.current) moveFocus(event, itemsOf(popup.current));
      },
    },
  };
}

function itemsOf(popup: HTMLElement): HTMLElement[] {
  return [...popup.querySelectorAll<HTMLElement>(ITEMS)];
}

function moveFocus(event: KeyboardEvent, items: HTMLElement[]): void {
  const at = items.indexOf(document.activeElement as HTMLElement);
  const target = items[nextIndex(event.key, at, items)];
  if (!target) return;
  event.preventDefault();
  target.focus();
}

function nextIndex(key: string, at: number, items: HTMLElement[]): number {
  if (key === "ArrowDown") return (at + 1) % items.length;
  if (key === "ArrowUp") return (at - 1 + items.length) % items.length;
  if (key === "Home") return 0;
  if (key === "End") return items.length - 1;
  if (key.length !== 1 || key === " ") return -1;
  const rest = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  const letter = key.toLocaleLowerCase();
  const found = rest.find((item) =>
    item.textContent?.trim().toLocaleLowerCase().startsWith(letter),
  );
  return found ? items.indexOf(found) : -1;
}

function boxOf({ x, y }: Point) {
  return { left: x, right: x, top: y, bottom: y };
}
