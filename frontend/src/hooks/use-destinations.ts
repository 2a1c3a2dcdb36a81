// Everything the palette can lead to: feeds, folders, tags, pages and commands.
import { useRouter } from "@tanstack/react-router";
import { useMessages } from "@/lib/i18n";
import { ACTIONS, type Action } from "@/lib/keymap";
import { pagesIn, type SectionName, type Sections, type TitleIn } from "@/lib/sections";
import { useMe } from "@/queries/account";
import { useFolders, useSearches, useSubscriptions, useTags } from "@/queries/feeds";
import { isActionThere, runAction } from "./shortcuts";
import { useSections } from "./use-sections";

export interface Destination {
  id: string;
  name: string;
  kind: "feed" | "folder" | "tag" | "search" | "page" | "command";
  action?: Action;
  go: () => void;
}

// They lead to places that are listed as pages.
const PLACES: readonly Action[] = [
  "goUnread",
  "goAll",
  "goStarred",
  "goFeeds",
  "search",
  "palette",
  "addFeed",
  "closeEntry",
  "scrollBack",
  "moveDown",
  "moveUp",
];

type InnerPage = {
  [Name in SectionName]: { area: Name; page: TitleIn<Name>; to: string };
}[SectionName];

export function useDestinations(): Destination[] {
  // What is inside other pages comes last: it is found by its name.
  return [...usePages(), ...useCommands(), ...useOwnPlaces(), ...useInnerPages()];
}

/** Return every page that is inside another one, as far as this reader may see it. */
export function innerPages(sections: Sections, isAdmin: boolean): InnerPage[] {
  const admin = isAdmin ? pagesIn(sections, "admin") : [];
  return [
    ...pagesIn(sections, "settings").map((page) => inside("settings", page)),
    ...pagesIn(sections, "manage").map((page) => inside("manage", page)),
    ...admin.map((page) => inside("admin", page)),
  ];
}

function inside<Area extends string, Page extends string>(area: Area, page: Page) {
  return { area, page, to: `/${area}/${page}` };
}

function usePages(): Destination[] {
  const say = useMessages("layout");
  const router = useRouter();
  const page = (to: string, name: string): Destination => ({
    id: to,
    name,
    kind: "page",
    go: () => void router.navigate({ href: to }),
  });
  return [
    page("/", say("unread")),
    page("/all", say("all")),
    page("/starred", say("starred")),
    page("/stories", say("stories")),
    page("/highlights", say("highlights")),
    page("/search", say("search")),
    page("/subscribe", say("addFeed")),
    page("/health", say("health")),
  ];
}

function useInnerPages(): Destination[] {
  const say = useMessages("layout");
  const saySettings = useMessages("settings");
  const sayManage = useMessages("manage");
  const sayAdmin = useMessages("admin");
  const router = useRouter();
  const nameOf = (one: InnerPage) => {
    if (one.area === "settings") return `${say("settings")}: ${saySettings(one.page)}`;
    if (one.area === "manage") return `${say("manage")}: ${sayManage(one.page)}`;
    return `${say("administration")}: ${sayAdmin(one.page)}`;
  };
  return innerPages(useSections(), useMe().data?.role === "admin").map((one) => ({
    id: one.to,
    name: nameOf(one),
    kind: "page",
    go: () => void router.navigate({ href: one.to }),
  }));
}

function useCommands(): Destination[] {
  const say = useMessages("keyboard");
  return ACTIONS.filter((action) => !PLACES.includes(action) && isActionThere(action)).map(
    (action) => ({
      id: action,
      name: say(action),
      kind: "command",
      action,
      go: () => void runAction(action),
    }),
  );
}

function useOwnPlaces(): Destination[] {
  const router = useRouter();
  const place = (kind: Destination["kind"], to: string, name: string): Destination => ({
    id: to,
    name,
    kind,
    go: () => void router.navigate({ href: to }),
  });
  const feeds = useSubscriptions().data ?? [];
  const folders = useFolders().data ?? [];
  const tags = useTags().data ?? [];
  const searches = useSearches().data ?? [];
  return [
    ...folders.map((one) => place("folder", `/folder/${one.id}`, one.name)),
    ...feeds.map((one) => place("feed", `/feed/${one.feed_id}`, one.title)),
    ...tags.map((one) => place("tag", `/tag/${encodeURIComponent(one.name)}`, one.name)),
    ...searches.map((one) => place("search", `/search/${one.id}`, one.name)),
  ];
}
