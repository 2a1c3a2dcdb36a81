import { useMessages } from "@/lib/i18n";
import { useRestoreSubscriptions } from "@/queries/feed-changes";
import { toast } from "@/state/toasts";
import { useErrorText } from "./use-error-text";

/** Returns a function that says what is no longer followed, with a way back: title, folder,
 * place and settings are as they were. */
export function useLeftToast(): (text: string, ids: readonly number[]) => void {
  const say = useMessages("ui");
  const errorText = useErrorText();
  const { mutateAsync } = useRestoreSubscriptions();
  const refuse = (error: unknown) => toast({ text: errorText(error), look: "danger" });
  return (text, ids) =>
    toast({
      text,
      action: { label: say("undo"), onClick: () => void mutateAsync([...ids]).catch(refuse) },
    });
}
