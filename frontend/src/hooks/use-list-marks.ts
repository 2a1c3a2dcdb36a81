// Marking many entries as read with a way back.

import { useMessages } from "@/lib/i18n";
import { useMark } from "@/queries/marks";
import { toast } from "@/state/toasts";

const MOST_AT_ONCE = 1000;
// What a toast on screen can take back, by its key.
const undoable = new Map<string, number[]>();

/** Returns a function that marks entries as read and offers to take it back. Calls with the
 * same key within the life of the toast are taken back together. */
export function useMarkReadWithUndo() {
  const say = useMessages("reading");
  const sayUi = useMessages("ui");
  const { mutate } = useMark();
  const send = (ids: readonly number[], read: boolean) => {
    for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
      mutate({ kind: "read", ids: ids.slice(at, at + MOST_AT_ONCE), read });
    }
  };
  return (ids: readonly number[], key: string) => {
    if (ids.length === 0) return;
    send(ids, true);
    const all = [...(undoable.get(key) ?? []), ...ids];
    undoable.set(key, all);
    const undo = () => {
      undoable.delete(key);
      send(all, false);
    };
    toast({
      key,
      text: say("markedRead", { count: all.length }),
      action: { label: sayUi("undo"), onClick: undo },
      onEnd: () => undoable.delete(key),
    });
  };
}
