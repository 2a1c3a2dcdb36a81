import { type ReactNode, useLayoutEffect, useRef } from "react";
import { menuPopup } from "./menu";
import { useMenu } from "./menu-behaviour";

export interface MenuPlace {
  element: HTMLElement; // gets the focus back
  x: number;
  y: number;
}

/** A menu that is open as long as it is rendered: one for all rows of a list. */
export function MenuAt({
  at,
  onClose,
  children,
}: {
  at: MenuPlace;
  onClose: () => void;
  children: ReactNode;
}) {
  const menu = useMenu("start");
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (wasOpen.current && !menu.isOpen) onClose();
    wasOpen.current ||= menu.isOpen;
  }, [menu.isOpen, onClose]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another menu
  useLayoutEffect(() => menu.openAt(at.element, { x: at.x, y: at.y }), []);
  if (!menu.isOpen) return null;
  return (
    <div {...menu.popupProps} className={menuPopup}>
      {children}
    </div>
  );
}
