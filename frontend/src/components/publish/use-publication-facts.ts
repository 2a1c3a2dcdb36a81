import { folderPaths } from "@/lib/folder-paths";
import { useMessages } from "@/lib/i18n";
import { useFolders, useSearches } from "@/queries/feeds";
import type { Publication } from "@/queries/publications";

/** What a published list is of and how it is published, in a few words each. */
export function usePublicationFacts(publication: Publication): string[] {
  const say = useMessages("publish");
  const source = useSourceName(publication);
  const hasCeilings = Object.keys(publication.ceilings).length > 0;
  return [
    source,
    say("newest", { count: publication.limit }),
    publication.full_content && say("withFullContent"),
    publication.neutral && say("withNeutral"),
    hasCeilings && say("withCeilings"),
  ].filter((fact) => fact !== false);
}

export function useSourceName(publication: Publication): string {
  const say = useMessages("publish");
  const folders = useFolders().data;
  const searches = useSearches().data;
  const { source, folder_id, search_id, tag } = publication;
  if (source === "tag") return say("of_tag", { name: tag ?? "" });
  if (source === "folder") {
    const found = folders && folderPaths(folders).find(({ id }) => id === folder_id);
    return say("of_folder", { name: found?.path ?? (folders ? say("gone") : "…") });
  }
  if (source === "search") {
    const found = searches?.find(({ id }) => id === search_id);
    return say("of_search", { name: found?.name ?? (searches ? say("gone") : "…") });
  }
  return say(`source_${source}`);
}
