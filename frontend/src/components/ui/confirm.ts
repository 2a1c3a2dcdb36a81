// `if (await confirm({ title, action })) …` — for what cannot be undone.
import { useSyncExternalStore } from "react";

export interface Question {
  /** Names the thing: "Delete the folder “News”?" */
  title: string;
  text?: string | undefined;
  /** The button's word: "Delete", never "OK". */
  action: string;
  danger?: boolean | undefined;
}

interface Asked extends Question {
  answer: (yes: boolean) => void;
}

let asked: Asked | null = null;
const listeners = new Set<() => void>();

export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      set(null);
      resolve(yes);
    };
    set({ ...question, answer });
  });
}

export function useQuestion(): Asked | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}

function set(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}
