import { Dialog as Parts } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { classes } from "./class-names";

interface SheetProps {
  open: boolean;
  onClose: () => void;
  title: string;
  side?: "start" | "bottom";
  children: ReactNode;
}

const SIDES = {
  start: "inset-y-0 start-0 w-[min(20rem,86vw)] border-e border-line",
  bottom:
    "inset-x-0 bottom-0 border-t border-line max-h-[85dvh] rounded-t-xl pb-[env(safe-area-inset-bottom)]",
} as const;

/** A panel from the edge of the screen: the sidebar of a phone, or a menu for the thumb. */
export function Sheet({ open, onClose, title, side = "start", children }: SheetProps) {
  return (
    <Parts.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Parts.Portal>
        <Parts.Backdrop className="fixed inset-0 z-40 bg-(--veil)" />
        <Parts.Popup
          className={classes(
            "fixed z-40 flex flex-col overflow-y-auto bg-side shadow-float",
            SIDES[side],
          )}
        >
          <Parts.Title className="sr-only">{title}</Parts.Title>
          {children}
        </Parts.Popup>
      </Parts.Portal>
    </Parts.Root>
  );
}
