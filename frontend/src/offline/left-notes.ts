// Takes over what closed pages had begun to send.
import { forget } from "@/lib/local-store";
import { leftNotes, livingNotes, readNote } from "./journal";
import { alone } from "./one-at-a-time";
import { keep } from "./outbox";

/** Returns whether there was something. What another account wished is forgotten, like
 * everything else of it. */
export async function keepLeftNotes(owner: number): Promise<boolean> {
  let isAny = false;
  for (const name of await leftNotes()) isAny = (await keepNote(name, owner)) || isAny;
  return isAny;
}

/** Wait for the end of the pages that are still there, and take over what they leave. */
export async function keepLaterNotes(owner: number, onKept: () => void): Promise<void> {
  const waits = (await livingNotes()).map((name) =>
    alone(name, async () => {
      if (await keepNote(name, owner)) onKept();
    }),
  );
  await Promise.all(waits);
}

async function keepNote(name: string, owner: number): Promise<boolean> {
  const wishes = readNote(name, owner);
  for (const wish of wishes) await keep(wish);
  forget(name);
  return wishes.length > 0;
}
