// Short notices that pass by themselves. `toast({ text, action })` from anywhere.
import { createShared, useShared } from "@/lib/shared-value";

export interface ToastAction {
  label: string;
  onClick: () => void;
}

export interface Toast {
  id: number;
  /** A later toast of the same key takes the place of this one, and its clock begins again. */
  key?: string | undefined;
  text: string;
  look: "plain" | "danger";
  action?: ToastAction | undefined;
  duration: number; // milliseconds
  /** Called once when the time is over or it was put away, not when the action was taken. */
  onEnd?: (() => void) | undefined;
}

const USUAL = 6_000;
const MOST = 3;

class Toasts {
  readonly shown = createShared<readonly Toast[]>([]);
  private lastId = 0;

  add(wanted: NewToast): void {
    this.lastId += 1;
    const added: Toast = { look: "plain", duration: USUAL, ...wanted, id: this.lastId };
    const before = this.shown.get();
    const earlier = before.findIndex((one) => one.key !== undefined && one.key === wanted.key);
    if (earlier >= 0) {
      this.shown.set(before.with(earlier, added));
      return;
    }
    const all = [...before, added];
    this.shown.set(all.slice(-MOST));
    for (const one of all.slice(0, -MOST)) one.onEnd?.();
  }

  /** Take one out, and return it if it was still there. */
  take(id: number): Toast | undefined {
    const taken = this.shown.get().find((one) => one.id === id);
    this.shown.set(this.shown.get().filter((one) => one.id !== id));
    return taken;
  }
}

type NewToast = Pick<Toast, "text"> & Partial<Omit<Toast, "id">>;

const toasts = new Toasts();

export function toast(wanted: NewToast): void {
  toasts.add(wanted);
}

export function endToast(id: number): void {
  toasts.take(id)?.onEnd?.();
}

export function takeAction(id: number): void {
  toasts.take(id)?.action?.onClick();
}

/** Undo what was done last. Returns whether that was still on offer. */
export function undoLast(): boolean {
  const last = toasts.shown.get().findLast((one) => one.action);
  if (last) takeAction(last.id);
  return last !== undefined;
}

export function useToasts(): readonly Toast[] {
  return useShared(toasts.shown);
}
