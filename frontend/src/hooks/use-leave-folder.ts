import { useLocation, useNavigate } from "@tanstack/react-router";
import type { Folder } from "@/api/types";
import { useMessages } from "@/lib/i18n";
import { useDeleteFolder } from "@/queries/managing";
import { confirm } from "@/state/confirm";
import { toast } from "@/state/toasts";
import { useErrorText } from "./use-error-text";

/** Returns a function that deletes a folder, once the reader has confirmed it by name. */
export function useLeaveFolder(): (folder: Pick<Folder, "id" | "name">) => Promise<void> {
  const say = useMessages("sidebar");
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { mutateAsync } = useDeleteFolder();
  return async ({ id, name }) => {
    const isSure = await confirm({
      title: say("deleteFolderQuestion", { name }),
      text: say("deleteFolderText"),
      action: say("deleteFolder"),
      danger: true,
    });
    if (!isSure) return;
    try {
      await mutateAsync(id);
    } catch (error) {
      toast({ text: errorText(error), look: "danger" });
      return;
    }
    if (pathname === `/folder/${id}`) void navigate({ to: "/" });
  };
}
