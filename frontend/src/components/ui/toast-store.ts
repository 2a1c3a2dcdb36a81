// Short notices that pass by themselves. `toast({ text, action })` from anywhere.
import { useSyncExternalStore } from "react";

export interface ToastAction {
  label: string;
  onClick: () => void;
}

export interface Toast {
  id: number;
  /** A later toast of the same key takes the place of this one, and its clock begins anew. */
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

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

export function toast(wish: Pick<Toast, "text"> & Partial<Omit<Toast, "id">>): void {
  lastId += 1;
  const added: Toast = { look: "plain", duration: USUAL, ...wish, id: lastId };
  const earlier = toasts.findIndex((one) => one.key !== undefined && one.key === wish.key);
  if (earlier >= 0) {
    set(toasts.with(earlier, added));
    return;
  }
  const [kept, gone] = [[...toasts, added].slice(-MOST), [...toasts, added].slice(0, -MOST)];
  set(kept);
  for (const one of gone) one.onEnd?.();
}

export function endToast(id: number): void {
  const ended = toasts.find((one) => one.id === id);
  set(toasts.filter((one) => one.id !== id));
  ended?.onEnd?.();
}

export function takeAction(id: number): void {
  const taken = toasts.find((one) => one.id === id);
  set(toasts.filter((one) => one.id !== id));
  taken?.action?.onClick();
}

/** Undo what was done last. Returns whether that was still on offer. */
export function undoLast(): boolean {
  const last = toasts.findLast((one) => one.action);
  if (last) takeAction(last.id);
  return last !== undefined;
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts);
}

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
