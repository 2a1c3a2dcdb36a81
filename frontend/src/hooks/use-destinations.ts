// Everything the palette can lead to: feeds, folders, tags, pages and commands.
import { useRouter } from "@tanstack/react-router";
import { useMessages } from "@/lib/i18n";
import { ACTIONS, type Action } from "@/lib/keymap";
import { useMe } from "@/queries/account";
import { useFolders, useSearches, useSubscriptions, useTags } from "@/queries/feeds";
import { isActionThere, runAction } from "./shortcuts";

export interface Destination {
  id: string;
  name: string;
  kind: "feed" | "folder" | "tag" | "search" | "page" | "command";
  action?: Action;
  go: () => void;
}

// They lead to places that stand in the list as pages.
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

export function useDestinations(): Destination[] {
  return [...usePages(), ...useCommands(), ...useOwnPlaces()];
}

function usePages(): Destination[] {
  const say = useMessages("layout");
  const saySettings = useMessages("settings");
  const router = useRouter();
  const isAdmin = useMe().data?.role === "admin";
  const page = (to: string, name: string): Destination => ({
    id: to,
    name,
    kind: "page",
    go: () => void router.navigate({ href: to }),
  });
  const setting = (name: Parameters<typeof saySettings>[0] & string) =>
    page(`/settings/${name}`, `${say("settings")}: ${saySettings(name as never)}`);
  return [
    page("/", say("unread")),
    page("/all", say("all")),
    page("/starred", say("starred")),
    page("/stories", say("stories")),
    page("/highlights", say("highlights")),
    page("/search", say("search")),
    page("/subscribe", say("addFeed")),
    page("/manage/subscriptions", say("manage")),
    page("/health", say("health")),
    ...(["appearance", "reading", "keyboard", "account", "data", "offline"] as const).map(
      setting,
    ),
    ...(isAdmin ? [page("/admin/overview", say("administration"))] : []),
  ];
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
