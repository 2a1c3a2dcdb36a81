// Who follows what happens to entries, wherever it was done: what is kept on this device
// must say the same as what is on screen.
import type { ListedEntry } from "@/api/types";
import type { Mark } from "@/lib/marks";

/** Says what "all read" means of a feed's entries: nothing that came later. */
export type IsBefore = (entry: Pick<ListedEntry, "id" | "received_at">) => boolean;

export type Happening =
  | { kind: "mark"; mark: Mark }
  // null: of all feeds
  | { kind: "all-read"; feedIds: readonly number[] | null; isBefore: IsBefore }
  | { kind: "changed"; ids: readonly number[] } // their text is another one now
  | { kind: "doubted"; ids: readonly number[] } // only the server knows how they are marked
  | { kind: "arrived" };

const followers = new Set<(happening: Happening) => void>();

export function follow(follower: (happening: Happening) => void): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

export function announce(happening: Happening): void {
  for (const follower of followers) follower(happening);
}
