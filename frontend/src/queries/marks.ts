// Marking entries: an optimistic update, rolled back if the server refuses.
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { deliverMark } from "@/device/log/deliver";
import { note } from "@/device/log/log";
import { isAnyUnderWay, send } from "@/device/log/send";
import { type Noted, noteAnswer, noteMark } from "@/lib/also-read";
import { useMessages } from "@/lib/i18n";
import type { Mark } from "@/lib/marks";
import { toast } from "@/state/toasts";
import { keys } from "./keys";
import { applyMark, haveTags, knownEntries } from "./patch-cache";

const MOST_AT_ONCE = 1000;
// What the server also read with the last marks.
let readMarks: Noted["known"] = [];

/** `const mark = useMark(); mark.mutate({ kind: "star", ids: [7], starred: true })` */
export function useMark() {
  const say = useMessages("reading");
  const client = useQueryClient();
  const onRefused = () =>
    toast({ key: "mark-failed", text: say("markFailed"), look: "danger" });
  return useMutation({ mutationFn: (mark: Mark) => markEntries(client, mark, onRefused) });
}

/** `onRefused` says that a mark was rolled back: without a word, it would look like a mistake. */
export async function markEntries(
  client: QueryClient,
  mark: Mark,
  onRefused: () => void,
): Promise<void> {
  const line = note({ kind: "mark", mark }, knownEntries(client, mark.ids));
  bringBack(client, noteMark(readMarks, mark, Date.now()), onRefused);
  let along: number[] | null = null;
  try {
    along = await send(
      line,
      () => deliverMark(mark),
      () => void applyMark(client, mark),
    );
  } catch {
    onRefused();
  }
  bringBack(client, noteAnswer(readMarks, mark, along ?? []), onRefused);
  countAgain(client, mark);
}

/** Mark as unread what was also read with marks that are taken back. */
function bringBack(client: QueryClient, { known, back }: Noted, onRefused: () => void): void {
  readMarks = known;
  for (let at = 0; at < back.length; at += MOST_AT_ONCE) {
    const ids = back.slice(at, at + MOST_AT_ONCE);
    void markEntries(client, { kind: "read", ids, read: false }, onRefused);
  }
}

function countAgain(client: QueryClient, mark: Mark): void {
  // While one marks quickly, only the last mark asks; the counts on screen are right anyway.
  if (isAnyUnderWay()) return;
  void client.invalidateQueries({ queryKey: keys.counts });
  // Tags count what is unread, too.
  if (mark.kind === "tag" || haveTags(client, mark.ids))
    void client.invalidateQueries({ queryKey: keys.tags });
  // Stories say what of them is read; they are loaded again when next looked at.
  void client.invalidateQueries({ queryKey: keys.stories, refetchType: "none" });
}
