import { useLocation } from "@tanstack/react-router";
import { type ListScope, type ReadingSearch, readSearch, scopeOf } from "@/lib/list-scope";
import { usePreferences } from "@/queries/preferences";

/** The list that the address shows, and the entry that is open in it. */
export function useListScope(): { scope: ListScope; search: ReadingSearch } {
  const location = useLocation();
  const preferences = usePreferences();
  const search = readSearch(location.search as Record<string, unknown>);
  const scope = scopeOf(location.pathname, search, preferences);
  return {
    scope: scope ?? { kind: "all", unread: true, order: preferences.order, q: "" },
    search,
  };
}
