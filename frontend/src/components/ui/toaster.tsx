import { X } from "lucide-react";
import { type FocusEvent, useEffect, useRef, useState } from "react";
import { useMessages } from "@/lib/i18n";
import { endToast, type Toast, takeAction, useToasts } from "@/state/toasts";

/** Rendered once. Screen readers announce each toast; hover and focus stop its clock. */
export function Toaster() {
  const say = useMessages("ui");
  const toasts = useToasts();
  const [isHeld, setHeld] = useState(false);
  const cameFrom = useRef<Element | null>(null);
  const hold = ({ relatedTarget, currentTarget }: FocusEvent) => {
    setHeld(true);
    if (!currentTarget.contains(relatedTarget as Node | null))
      cameFrom.current = relatedTarget as Element | null;
  };
  /** A button that was pressed goes away with its toast; the focus goes where it was. */
  const giveFocusBack = () => {
    setHeld(false);
    const before = cameFrom.current?.isConnected ? cameFrom.current : null;
    const place = before ?? document.getElementById("content");
    if (place instanceof HTMLElement) place.focus({ preventScroll: true });
  };
  return (
    <section
      aria-label={say("notifications")}
      aria-live="polite"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={hold}
      onBlur={() => setHeld(false)}
      className="pointer-events-none fixed inset-x-0 bottom-0 z-60 flex flex-col items-center gap-2 p-4 pb-[calc(7.5rem+env(safe-area-inset-bottom))] md:pb-6"
    >
      {toasts.map((one) => (
        <ToastRow key={one.id} toast={one} isHeld={isHeld} onPressed={giveFocusBack} />
      ))}
    </section>
  );
}

interface ToastRowProps {
  toast: Toast;
  isHeld: boolean;
  onPressed: () => void;
}

function ToastRow({ toast, isHeld, onPressed }: ToastRowProps) {
  const say = useMessages("ui");
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => endToast(toast.id), toast.duration);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);
  const ground = toast.look === "danger" ? "bg-danger text-danger-ink" : "bg-ink text-page";
  return (
    <div
      className={`pointer-events-auto flex max-w-md animate-appear items-center gap-3 rounded-lg py-1.5 ps-4 pe-1.5 text-sm shadow-float ${ground}`}
    >
      <p className="min-w-0 flex-1 py-1">{toast.text}</p>
      {toast.action && (
        <button
          type="button"
          onClick={() => {
            onPressed();
            takeAction(toast.id);
          }}
          className="target rounded-md px-2 font-semibold underline underline-offset-4"
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={say("dismiss")}
        onClick={() => {
          onPressed();
          endToast(toast.id);
        }}
        className="target inline-flex items-center justify-center rounded-md"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
