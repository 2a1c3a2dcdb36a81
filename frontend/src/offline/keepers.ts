// Takes over what could not be sent. Loaded with the app, so that no mark comes too early;
// the queue itself is loaded when something needs it.
import { keepHighlightsIn } from "@/queries/send-highlight";
import { keepMarksIn } from "@/queries/send-mark";

export function keepWhatCannotBeSent(): void {
  keepMarksIn((mark, at) =>
    isKept(async () => {
      const { keepMark } = await import("./outbox");
      await keepMark(mark, at);
    }),
  );
  keepHighlightsIn((wish) =>
    isKept(async () => {
      const { keepWish } = await import("./outbox");
      await keepWish(wish);
    }),
  );
}

/** A browser may refuse to keep anything: then the mark is taken back, visibly. */
async function isKept(keep: () => Promise<void>): Promise<boolean> {
  try {
    await keep();
    return true;
  } catch {
    return false;
  }
}
