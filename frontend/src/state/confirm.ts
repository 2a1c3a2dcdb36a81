// `if (await confirm({ title, action })) …` — for what cannot be undone.
import { createShared, useShared } from "@/lib/shared-value";

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

const open = createShared<Asked | null>(null);

export function confirm(question: Question): Promise<boolean> {
  cancelQuestion();
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      open.set(null);
      resolve(yes);
    };
    open.set({ ...question, answer });
  });
}

/** What is asked of a page that is left is not asked on the next. */
export function cancelQuestion(): void {
  open.get()?.answer(false);
}

/** Whether a question is on screen, or about to be. */
export function isAsking(): boolean {
  return open.get() !== null;
}

export function useQuestion(): Asked | null {
  return useShared(open);
}
