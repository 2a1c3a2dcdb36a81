import { Popover as Parts } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";

interface PopoverProps {
  trigger: ReactElement<Record<string, unknown>>;
  title?: string;
  children: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}

export function Popover({ trigger, title, children, ...control }: PopoverProps) {
  return (
    <Parts.Root {...control}>
      <Parts.Trigger render={trigger} />
      <Parts.Portal>
        <Parts.Positioner sideOffset={6} className="z-50">
          <Parts.Popup className="w-72 max-w-[92vw] animate-appear rounded-lg border border-line bg-raised p-3 shadow-float">
            {title && <Parts.Title className="mb-2 text-sm font-semibold">{title}</Parts.Title>}
            {children}
          </Parts.Popup>
        </Parts.Positioner>
      </Parts.Portal>
    </Parts.Root>
  );
}
