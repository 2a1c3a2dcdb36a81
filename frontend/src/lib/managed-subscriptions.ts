// The subscriptions of the management page: found, filtered, sorted. Pure.
import type { Subscription } from "@/api/types";
import { type HealthLine, isFailing, isLoud, isQuiet } from "./feed-health";
import { matchesWords } from "./match-words";

export const SUBSCRIPTION_FILTERS = ["all", "failing", "quiet", "loud", "unfiled"] as const;
export type SubscriptionFilter = (typeof SUBSCRIPTION_FILTERS)[number];
export const SUBSCRIPTION_SORTS = ["title", "folder", "newest", "rate", "added"] as const;
export type SubscriptionSort = (typeof SUBSCRIPTION_SORTS)[number];

export interface ManagedSubscription {
  subscription: Subscription;
  folderPath: string; // empty: in no folder
  line: HealthLine | undefined; // undefined: not loaded, or too new
}

export interface ManagedView {
  words: string;
  filter: SubscriptionFilter;
  sort: SubscriptionSort;
}

export function readManagedView(search: Record<string, unknown>): ManagedView {
  return {
    words: typeof search.find === "string" ? search.find : "",
    filter: SUBSCRIPTION_FILTERS.find((one) => one === search.show) ?? "all",
    sort: SUBSCRIPTION_SORTS.find((one) => one === search.sort) ?? "title",
  };
}

/** Return a view as the address holds it; what is usual is left out. */
export function managedSearch({ words, filter, sort }: ManagedView): Record<string, string> {
  return {
    ...(words && { find: words }),
    ...(filter !== "all" && { show: filter }),
    ...(sort !== "title" && { sort }),
  };
}

export function fitsSubscriptionFilter(
  { subscription, line }: ManagedSubscription,
  filter: SubscriptionFilter,
  now: number,
): boolean {
  if (filter === "unfiled") return subscription.folder_id === null;
  if (filter === "all") return true;
  if (!line) return filter === "failing" && subscription.feed.error !== null;
  if (filter === "failing") return isFailing(line);
  return filter === "quiet" ? isQuiet(line, now) : isLoud(line);
}

export function shownSubscriptions(
  rows: readonly ManagedSubscription[],
  { words, filter, sort }: ManagedView,
  now: number,
): ManagedSubscription[] {
  return rows
    .filter((row) => fitsSubscriptionFilter(row, filter, now))
    .filter(({ subscription, folderPath }) =>
      matchesWords(
        [subscription.title, subscription.feed.url ?? "", folderPath].join(" "),
        words,
      ),
    )
    .sort(
      (one, other) =>
        ORDERS[sort](one, other) ||
        one.subscription.title.localeCompare(other.subscription.title) ||
        one.subscription.id - other.subscription.id,
    );
}

type Order = (one: ManagedSubscription, other: ManagedSubscription) => number;

const ORDERS: Record<SubscriptionSort, Order> = {
  title: () => 0,
  folder: (one, other) => one.folderPath.localeCompare(other.folderPath),
  newest: (one, other) =>
    (other.subscription.feed.newest_at ?? 0) - (one.subscription.feed.newest_at ?? 0),
  rate: (one, other) => (other.line?.entries_per_day ?? 0) - (one.line?.entries_per_day ?? 0),
  added: (one, other) => other.subscription.created_at - one.subscription.created_at,
};
