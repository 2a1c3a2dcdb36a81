// Takes over what closed pages had begun to send.
import { forget } from "@/lib/local-store";
import { leftNotes, readNote } from "./journal";
import { keep } from "./outbox";

/** Returns whether there was something. What another account wished is forgotten, like
 * everything else of it. */
export async function keepLeftNotes(owner: number): Promise<boolean> {
  let isAny = false;
  for (const name of await leftNotes()) {
    for (const wish of readNote(name, owner)) {
      await keep(wish);
      isAny = true;
    }
    forget(name);
  }
  return isAny;
}
