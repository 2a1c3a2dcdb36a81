// Marking entries: shown at once, sent after, taken back if the server refuses.
import {
  type MutationOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { toast } from "@/components/ui/toast-store";
import { useMessages } from "@/lib/i18n";
import { type Mark, opposite } from "@/lib/marks";
import { markEntry } from "@/lib/patch-entries";
import { type Noted, noteAnswer, noteMark } from "@/lib/read-along";
import { keys, markKey } from "./keys";
import { hold } from "./meanwhile";
import { applyMark, haveTags } from "./patch-cache";
import { sendMark } from "./send-mark";

const MOST_AT_ONCE = 1000;
// What was read along with the last marks.
let readAlong: Noted["known"] = [];

/** `const mark = useMark(); mark.mutate({ kind: "star", ids: [7], starred: true })` */
export function useMark() {
  const say = useMessages("reading");
  const tell = () => toast({ key: "mark-failed", text: say("markFailed"), look: "danger" });
  return useMutation(marking(useQueryClient(), tell));
}

/** `tell` says that a mark was taken back: without a word, it would look like a mistake. */
export function marking(
  client: QueryClient,
  tell: () => void,
): MutationOptions<number[], Error, Mark, () => void> {
  return {
    mutationKey: markKey,
    mutationFn: sendMark,
    onMutate: (mark) => {
      applyMark(client, mark);
      bringBack(client, noteMark(readAlong, mark, Date.now()), tell);
      return hold((entry) => markEntry(entry, mark));
    },
    onError: (_error, mark) => {
      applyMark(client, opposite(mark));
      tell();
    },
    onSettled: (along, _error, mark, release) => {
      release?.();
      bringBack(client, noteAnswer(readAlong, mark, along ?? []), tell);
      countAgain(client, mark);
    },
  };
}

/** Mark as unread what was read along with marks that are taken back. */
function bringBack(client: QueryClient, { known, back }: Noted, tell: () => void): void {
  readAlong = known;
  for (let at = 0; at < back.length; at += MOST_AT_ONCE) {
    const mark: Mark = {
      kind: "read",
      ids: back.slice(at, at + MOST_AT_ONCE),
      read: false,
    };
    const sending = client
      .getMutationCache()
      .build(client, marking(client, tell))
      .execute(mark);
    void sending.catch(() => undefined); // it is shown as it was again
  }
}

function countAgain(client: QueryClient, mark: Mark): void {
  // While one marks quickly, only the last mark asks; the counts on screen are right anyway.
  if (client.isMutating({ mutationKey: markKey }) > 1) return;
  void client.invalidateQueries({ queryKey: keys.counts });
  // Tags count what is unread, too.
  if (mark.kind === "tag" || haveTags(client, mark.ids))
    void client.invalidateQueries({ queryKey: keys.tags });
  // Stories tell what of them is read; they are loaded again when next looked at.
  void client.invalidateQueries({ queryKey: keys.stories, refetchType: "none" });
}
