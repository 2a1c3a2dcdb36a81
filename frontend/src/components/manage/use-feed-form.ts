import { useState } from "react";
import type { Subscription } from "@/api/types";
import { type FetchDraft, fetchChanges, fetchDraft } from "@/lib/feed-settings-draft";
import { useMe } from "@/queries/account";
import { useAiStatus } from "@/queries/ai-status";
import {
  type FeedChoice,
  type FeedPrompts,
  useFeedAi,
  useFeedPrompts,
  useFeedSettings,
  useSetFeed,
  useSetFeedAi,
  useSetFeedPrompts,
} from "@/queries/feed-settings";
import { useChangeSubscription } from "@/queries/managing";

interface OwnDraft {
  title: string;
  folderId: number | null;
}

/** Everything that can be set for a feed: what is there, what was changed, and how to keep it. */
export function useFeedForm(subscription: Subscription) {
  const { feed_id: feedId, feed } = subscription;
  const settings = useFeedSettings(feedId, feed.url !== null);
  const ai = useAiPart(feedId);
  const [own, setOwn] = useState<OwnDraft>({
    title: subscription.own_title ?? "",
    folderId: subscription.folder_id,
  });
  const [changed, setChanged] = useState<Partial<FetchDraft>>({});
  const change = useChangeSubscription();
  const set = useSetFeed();
  const fetching = settings.data && { ...fetchDraft(settings.data), ...changed };

  const saveOwn = async () => {
    const title = own.title.trim() || null;
    const body = {
      ...(title !== subscription.own_title && { title }),
      ...(own.folderId !== subscription.folder_id && { folder_id: own.folderId }),
    };
    if (Object.keys(body).length > 0)
      await change.mutateAsync({ id: subscription.id, ...body });
  };
  const saveFetching = async () => {
    const body = settings.data && fetching && fetchChanges(settings.data, fetching);
    if (body) await set.mutateAsync({ feedId, body });
  };
  return {
    own,
    changeOwn: (next: Partial<OwnDraft>) => setOwn({ ...own, ...next }),
    settings,
    fetching,
    changeFetching: (next: Partial<FetchDraft>) => setChanged({ ...changed, ...next }),
    ai,
    isSaving: change.isPending || set.isPending || ai.isSaving,
    error: change.error ?? set.error ?? ai.error,
    save: async () => {
      // First what may be refused: then nothing has changed.
      await saveFetching();
      await saveOwn();
      await ai.save();
    },
  };
}

function useAiPart(feedId: number) {
  const isThere = useAiStatus().data?.enabled === true;
  const mayPrompt = useMe().data?.role === "admin" && isThere;
  const choice = useFeedAi(feedId).data;
  const prompts = useFeedPrompts(feedId, mayPrompt).data;
  const [changed, setChanged] = useState<Partial<FeedChoice>>({});
  const [typed, setTyped] = useState<Partial<FeedPrompts>>({});
  const setAi = useSetFeedAi();
  const setPrompts = useSetFeedPrompts();
  const shown = {
    summary: typed.summary ?? prompts?.summary ?? "",
    deframe: typed.deframe ?? prompts?.deframe ?? "",
  };
  return {
    isThere,
    choice: choice && { ...choice, ...changed },
    choose: (next: Partial<FeedChoice>) => setChanged({ ...changed, ...next }),
    prompts: prompts && shown,
    changePrompts: (next: Partial<FeedPrompts>) => setTyped({ ...typed, ...next }),
    isSaving: setAi.isPending || setPrompts.isPending,
    error: setAi.error ?? setPrompts.error,
    save: async () => {
      if (choice && Object.keys(changed).length > 0)
        await setAi.mutateAsync({ feedId, body: { ...choice, ...changed } });
      if (Object.keys(typed).length === 0) return;
      const body = {
        summary: shown.summary.trim() || null,
        deframe: shown.deframe.trim() || null,
      };
      await setPrompts.mutateAsync({ feedId, body });
    },
  };
}
