// Marking entries: shown at once, sent after, taken back if the server refuses.
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Mark, opposite } from "@/lib/marks";
import { keys, markKey } from "./keys";
import { applyMark } from "./patch-cache";
import { sendMark } from "./send-mark";

/** `const mark = useMark(); mark.mutate({ kind: "star", ids: [7], starred: true })` */
export function useMark() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: markKey,
    mutationFn: sendMark,
    onMutate: (mark) => {
      applyMark(client, mark);
    },
    onError: (_error, mark) => {
      applyMark(client, opposite(mark));
    },
    onSettled: (_data, _error, mark) => countAgain(client, mark),
  });
}

function countAgain(client: QueryClient, mark: Mark): void {
  // While one marks quickly, only the last mark asks; the counts on screen are right anyway.
  if (client.isMutating({ mutationKey: markKey }) > 1) return;
  void client.invalidateQueries({ queryKey: keys.counts });
  if (mark.kind === "tag") void client.invalidateQueries({ queryKey: keys.tags });
}
