import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { useMessages } from "@/lib/i18n";
import { endToast, type Toast, takeAction, useToasts } from "./toast-store";

/** Stands once in the app. Screen readers hear each toast; hover and focus stop its clock. */
export function Toaster() {
  const say = useMessages("ui");
  const toasts = useToasts();
  const [isHeld, setHeld] = useState(false);
  return (
    <section
      aria-label={say("notifications")}
      aria-live="polite"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-none fixed inset-x-0 bottom-0 z-60 flex flex-col items-center gap-2 p-4 pb-20 md:pb-6"
    >
      {toasts.map((one) => (
        <ToastRow key={one.id} toast={one} isHeld={isHeld} />
      ))}
    </section>
  );
}

function ToastRow({ toast, isHeld }: { toast: Toast; isHeld: boolean }) {
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
          onClick={() => takeAction(toast.id)}
          className="target rounded-md px-2 font-semibold underline underline-offset-4"
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={say("dismiss")}
        onClick={() => endToast(toast.id)}
        className="target inline-flex items-center justify-center rounded-md"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
