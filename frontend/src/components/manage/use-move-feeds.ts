import type { Subscription } from "@/api/types";
import { useErrorText } from "@/hooks/use-error-text";
import { useMessages } from "@/lib/i18n";
import { useFolders, useSubscriptions } from "@/queries/feeds";
import { useMoveMany } from "@/queries/managing";
import { toast } from "@/state/toasts";

/** Returns a function that puts subscriptions into a folder (null: none), with a way back. */
export function useMoveFeeds(): (ids: readonly number[], folderId: number | null) => void {
  const say = useMessages("manage");
  const sayUi = useMessages("ui");
  const errorText = useErrorText();
  const folders = useFolders().data ?? [];
  const subscriptions = useSubscriptions().data ?? [];
  const { mutateAsync } = useMoveMany();
  const refuse = (error: unknown) => toast({ text: errorText(error), look: "danger" });
  return (ids, folderId) => {
    const moved = subscriptions.filter(
      (one) => ids.includes(one.id) && one.folder_id !== folderId,
    );
    if (moved.length === 0) return;
    const folder = folders.find(({ id }) => id === folderId)?.name ?? say("noFolder");
    const undo = async () => {
      for (const [before, some] of byFolder(moved)) {
        await mutateAsync({ ids: some, folder_id: before });
      }
    };
    mutateAsync({ ids: moved.map(({ id }) => id), folder_id: folderId }).then(
      () =>
        toast({
          text: say("movedMany", { count: moved.length, folder }),
          action: { label: sayUi("undo"), onClick: () => void undo().catch(refuse) },
        }),
      refuse,
    );
  };
}

function byFolder(moved: readonly Subscription[]): Map<number | null, number[]> {
  const groups = new Map<number | null, number[]>();
  for (const { id, folder_id: folderId } of moved) {
    groups.set(folderId, [...(groups.get(folderId) ?? []), id]);
  }
  return groups;
}
