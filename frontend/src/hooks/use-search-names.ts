import { useMemo } from "react";
import type { KnownNames } from "@/lib/search-query";
import { useFolders, useSubscriptions, useTags } from "@/queries/feeds";

/** The names that a search can be narrowed to. */
export function useSearchNames(): KnownNames {
  const subscriptions = useSubscriptions().data;
  const folders = useFolders().data;
  const tags = useTags().data;
  return useMemo(
    () => ({
      feed: subscriptions?.map((one) => one.title) ?? [],
      folder: folders?.map((one) => one.name) ?? [],
      tag: tags?.map((one) => one.name) ?? [],
      lang: languagesOf(subscriptions?.map((one) => one.feed.language) ?? []),
    }),
    [subscriptions, folders, tags],
  );
}

function languagesOf(found: readonly (string | null)[]): string[] {
  return [...new Set(found.filter((one) => one !== null))].sort();
}
