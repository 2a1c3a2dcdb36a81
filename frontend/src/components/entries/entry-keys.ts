import type { Entry } from "@/api/types";
import { type Handlers, useShortcuts } from "@/hooks/shortcuts";
import { useMark } from "@/queries/marks";

interface EntryActions {
  toggleFullText: () => void;
  close: () => void;
  /** In a list the other keys are the list's: they mean the entry that its cursor is on. */
  isInList: boolean;
}

export function useEntryKeys(
  { id, url, read, starred, version }: Entry,
  actions: EntryActions,
): void {
  const { mutate } = useMark();
  const alone: Handlers = {
    closeEntry: actions.close,
    toggleRead: () => mutate({ kind: "read", ids: [id], read: !read }),
    toggleStar: () => mutate({ kind: "star", ids: [id], starred: !starred, version }),
    openOriginal: () => (url ? void open(url, "_blank", "noopener,noreferrer") : false),
  };
  useShortcuts({
    fullText: actions.toggleFullText,
    addTag: pressAddTag,
    ...(actions.isInList ? {} : alone),
  });
}

/** The choice of tags opens at its button; where there is none, it is in the menu. */
function pressAddTag(): false | undefined {
  const button = document.querySelector<HTMLElement>('[data-action="addTag"]');
  if (!button) return false;
  button.click();
}
