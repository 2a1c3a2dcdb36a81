// Which entries a list shows: a place, and how to look at it. The address holds it all.
import { decoded } from "./decoded";

export type ListPlace =
  | { kind: "all" }
  | { kind: "starred" }
  | { kind: "feed"; id: number }
  | { kind: "folder"; id: number }
  | { kind: "tag"; name: string }
  | { kind: "search" }
  | { kind: "saved-search"; id: string };

/** Only these can be marked as read as a whole. */
export type MarkablePlace = Extract<ListPlace, { kind: "all" | "feed" | "folder" }> & {
  unread?: boolean; // of everything: the unread list, without what is muted
};

export function isMarkable(place: ListPlace): place is MarkablePlace {
  return place.kind === "all" || place.kind === "feed" || place.kind === "folder";
}

export type EntryOrder = "newest" | "oldest" | "fair" | "score" | "rank" | "starred";

export type ListScope = ListPlace & {
  unread: boolean;
  order: EntryOrder;
  q: string;
  ceiling?: number; // only entries that are framed less than this, 0 to 1
  within?: string; // the list that a search looks in, as a term
};

export interface ReadingSearch {
  entry?: number;
  show?: "all" | "unread";
  order?: EntryOrder;
  q?: string;
  ceiling?: number;
  within?: string;
}

export interface ListDefaults {
  unreadOnly: boolean;
  order: EntryOrder;
}

// What search-within.ts makes of a list; nothing else is put beside a query.
const WITHIN = /^(?:(?:feed|folder):#\d{1,15}|tag:"[^"]+"|is:(?:starred|unread))$/;
const ORDERS: readonly EntryOrder[] = ["newest", "oldest", "fair", "score", "rank", "starred"];

/** Return what an address asks for; whatever makes no sense is left out. */
export function readSearch(raw: Record<string, unknown>): ReadingSearch {
  const search: ReadingSearch = {};
  const entry = Number(raw.entry);
  if (Number.isSafeInteger(entry) && entry > 0) search.entry = entry;
  if (raw.show === "all" || raw.show === "unread") search.show = raw.show;
  const order = ORDERS.find((known) => known === raw.order);
  if (order) search.order = order;
  if (raw.q !== undefined && raw.q !== "") search.q = String(raw.q);
  const ceiling = raw.ceiling === undefined ? Number.NaN : Number(raw.ceiling);
  if (ceiling >= 0 && ceiling < 1) search.ceiling = ceiling;
  const within = String(raw.within ?? "");
  if (WITHIN.test(within)) search.within = within;
  return search;
}

/** Return the place that a path names; null: it is not a reading page. */
export function placeOf(path: string): ListPlace | null {
  const [name = "", ...rest] = path.split("/").slice(1);
  const value = decoded(rest.join("/"));
  if (value === "") return placeWithout(name);
  if (name === "tag") return { kind: "tag", name: value };
  if (name === "search") return { kind: "saved-search", id: value };
  if (name !== "feed" && name !== "folder") return null;
  const id = Number(value);
  return Number.isSafeInteger(id) ? { kind: name, id } : null;
}

function placeWithout(name: string): ListPlace | null {
  if (name === "" || name === "all") return { kind: "all" };
  if (name === "starred" || name === "search") return { kind: name };
  return null;
}

/** Return the list that an address shows; preferences fill in what it does not say. */
export function scopeOf(
  path: string,
  search: ReadingSearch,
  defaults: ListDefaults,
): ListScope | null {
  const place = placeOf(path);
  if (place === null) return null;
  const unread = search.show
    ? search.show === "unread"
    : unreadByDefault(path, place, defaults);
  return {
    ...place,
    unread,
    order: orderFor(place, unread, search, defaults),
    q: search.q ?? "",
    ...(search.ceiling === undefined ? {} : { ceiling: search.ceiling }),
    ...(place.kind === "search" && search.within ? { within: search.within } : {}),
  };
}

function unreadByDefault(path: string, place: ListPlace, defaults: ListDefaults): boolean {
  if (place.kind === "all") return path === "/";
  return (place.kind === "feed" || place.kind === "folder") && defaults.unreadOnly;
}

function orderFor(
  place: ListPlace,
  unread: boolean,
  search: ReadingSearch,
  defaults: ListDefaults,
): EntryOrder {
  const order = search.order ?? defaults.order;
  const isSearch =
    place.kind === "search" || place.kind === "saved-search" || Boolean(search.q);
  if (isSearch) return order === "rank" ? "rank" : "newest";
  if (place.kind === "starred") return starredOrder(search.order);
  if (order === "starred") return "newest";
  // The server mixes feeds fairly among unread entries only.
  if (order === "rank" || (order === "fair" && !unread)) return "newest";
  return order;
}

/** What was starred last comes first, unless the address says otherwise. */
function starredOrder(order: EntryOrder | undefined): EntryOrder {
  return order === "newest" || order === "oldest" || order === "score" ? order : "starred";
}

/** Return the address of a place; the unread list of everything is the home page. */
export function pathOf(place: ListPlace): string {
  switch (place.kind) {
    case "all":
      return "/all";
    case "feed":
    case "folder":
      return `/${place.kind}/${place.id}`;
    case "tag":
      return `/tag/${encodeURIComponent(place.name)}`;
    case "saved-search":
      return `/search/${place.id}`;
    default:
      return `/${place.kind}`;
  }
}
