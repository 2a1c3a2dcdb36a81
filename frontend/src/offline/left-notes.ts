// Takes over what closed pages had begun to send.
import { forget } from "@/lib/local-store";
import { notesOfOthers, readNote } from "./journal";
import { alone } from "./one-at-a-time";
import { keep } from "./outbox";
import { isStoreOf } from "./ownership";

/** Take over every note as soon as its page is no more: at once, or whenever it ends. What
 * another account wished is forgotten, like everything else of it. */
export async function keepLeftNotes(owner: number, onKept: () => void): Promise<void> {
  const waits = notesOfOthers().map((name) =>
    alone(name, async () => {
      if (await keepNote(name, owner)) onKept();
    }),
  );
  await Promise.all(waits);
}

async function keepNote(name: string, owner: number): Promise<boolean> {
  // Another account may have signed in while this waited; it looks after the notes itself.
  if (!(await isStoreOf(owner))) return false;
  const wishes = readNote(name, owner);
  for (const wish of wishes) await keep(wish);
  forget(name);
  return wishes.length > 0;
}
