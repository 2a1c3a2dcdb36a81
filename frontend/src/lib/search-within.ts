// A search within a list: the list as a term of the search language, and back. Pure.
import type { ListPlace, ListScope } from "./list-scope";

/** Return the term that a list is; null: it is everything, or cannot be said in one. */
export function withinOf(scope: ListScope): string | null {
  switch (scope.kind) {
    case "feed":
    case "folder":
      return `${scope.kind}:#${scope.id}`;
    case "tag":
      return scope.name.includes('"') ? null : `tag:"${scope.name}"`;
    case "starred":
      return "is:starred";
    case "all":
      return scope.unread ? "is:unread" : null;
    default:
      return null;
  }
}

/** Return the list that a term is, as one looks at it; null: none that we made. */
export function listWithin(term: string): (ListPlace & { unread: boolean }) | null {
  const [, kind, id] = /^(feed|folder):#(\d{1,15})$/.exec(term) ?? [];
  if (kind === "feed" || kind === "folder") return { kind, id: Number(id), unread: false };
  const tag = /^tag:"([^"]+)"$/.exec(term)?.[1];
  if (tag !== undefined) return { kind: "tag", name: tag, unread: false };
  if (term === "is:starred") return { kind: "starred", unread: false };
  return term === "is:unread" ? { kind: "all", unread: true } : null;
}
