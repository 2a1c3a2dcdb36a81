// Menus for buttons and right clicks. Ours, on the browser's popover (top layer, Escape and
// a click elsewhere close it): a library's would be a quarter of the first load.

import type { MouseEvent, ReactElement, ReactNode } from "react";
import { Slot, useMenu } from "./menu-behaviour";

export const menuPopup =
  "fixed m-0 min-w-48 max-w-80 overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-float outline-none";

interface MenuProps {
  trigger: ReactElement<Record<string, unknown>>;
  children: ReactNode;
  align?: "start" | "center" | "end";
}

/** A menu that a button opens. Inside: MenuItem, MenuChoice, MenuLine. */
export function Menu({ trigger, children, align = "end" }: MenuProps) {
  const menu = useMenu(align);
  return (
    <>
      <Slot
        element={trigger}
        aria-haspopup="menu"
        aria-expanded={menu.isOpen}
        onClick={(event: MouseEvent<HTMLElement>) => menu.openAt(event.currentTarget)}
      />
      {menu.isOpen && (
        <div {...menu.popupProps} className={menuPopup}>
          {children}
        </div>
      )}
    </>
  );
}
