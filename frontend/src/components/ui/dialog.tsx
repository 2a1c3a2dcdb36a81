import { Dialog as Parts } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, useRef } from "react";
import { useMessages } from "@/lib/i18n";
import { classes } from "./class-names";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  size?: "small" | "medium" | "large";
  /** What has the focus first; without it, the first field, or else the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
}

const FIELDS = "input:not([type=radio], [type=checkbox], [aria-hidden]), textarea, select";

const SIZES = { small: "max-w-sm", medium: "max-w-lg", large: "max-w-3xl" } as const;

export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  size = "medium",
  initialFocus,
}: DialogProps) {
  const say = useMessages("ui");
  const body = useRef<HTMLDivElement>(null);
  // A finger did not ask for the keyboard that a field brings up.
  const firstField = (by: string) =>
    (by !== "touch" && body.current?.querySelector<HTMLElement>(FIELDS)) || true;
  return (
    <Parts.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Parts.Portal>
        <Parts.Backdrop className="fixed inset-0 z-40 bg-(--veil)" />
        <Parts.Viewport className="fixed inset-0 z-40 flex items-end justify-center overflow-y-auto md:items-center md:p-6">
          <Parts.Popup
            initialFocus={initialFocus ?? firstField}
            className={classes(
              "flex max-h-[92dvh] w-full flex-col rounded-t-xl border border-line bg-raised shadow-float md:rounded-xl",
              "animate-appear",
              SIZES[size],
            )}
          >
            <div className="flex items-start justify-between gap-4 px-5 pt-4">
              <Parts.Title className="text-lg font-semibold">{title}</Parts.Title>
              <Parts.Close
                aria-label={say("close")}
                className="target -me-2 -mt-1 inline-flex items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink"
              >
                <X aria-hidden="true" className="size-4.5" />
              </Parts.Close>
            </div>
            {description && (
              <Parts.Description className="px-5 pt-1 text-soft">
                {description}
              </Parts.Description>
            )}
            {children && (
              <div ref={body} className="relative min-h-0 overflow-y-auto px-5 pt-4 pb-1">
                {children}
              </div>
            )}
            <div className="flex flex-wrap justify-end gap-2 px-5 py-4">{footer}</div>
          </Parts.Popup>
        </Parts.Viewport>
      </Parts.Portal>
    </Parts.Root>
  );
}
