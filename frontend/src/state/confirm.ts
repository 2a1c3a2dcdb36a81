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
  open.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      open.set(null);
      resolve(yes);
    };
    open.set({ ...question, answer });
  });
}

export function useQuestion(): Asked | null {
  return useShared(open);
}
