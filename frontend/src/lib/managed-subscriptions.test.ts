import { expect, test } from "vitest";
import type { Folder, Subscription } from "@/api/types";
import type { HealthLine } from "./feed-health";
import { folderPaths } from "./folder-paths";
import {
  type ManagedSubscription,
  managedSearch,
  readManagedView,
  shownSubscriptions,
} from "./managed-subscriptions";

const DAY = 86_400_000_000;
const NOW = 20_000 * DAY;

function row(
  id: number,
  title: string,
  more: { state?: string; rate?: number; newest?: number; folder?: string } = {},
): ManagedSubscription {
  const feed = {
    id,
    url: `https://${id}.example/feed`,
    state: more.state ?? "ok",
    newest_at: more.newest ?? NOW - DAY,
    error: null,
  };
  return {
    subscription: {
      id,
      feed_id: id,
      title,
      folder_id: more.folder ? 1 : null,
      created_at: NOW - id * DAY,
      feed,
    } as Subscription,
    folderPath: more.folder ?? "",
    line: { entries_per_day: more.rate ?? 1, feed } as HealthLine,
  };
}

const ROWS = [
  row(1, "Café", { folder: "Food" }),
  row(2, "Loud", { rate: 50 }),
  row(3, "Broken", { state: "failing" }),
  row(4, "Asleep", { newest: NOW - 100 * DAY, folder: "Art" }),
];

test.each([
  ["all", [4, 3, 1, 2]],
  ["failing", [3]],
  ["quiet", [4]],
  ["loud", [2]],
  ["unfiled", [3, 2]],
] as const)("filter %s", (filter, expected) => {
  const shown = shownSubscriptions(ROWS, { words: "", filter, sort: "title" }, NOW);
  expect(shown.map((one) => one.subscription.id)).toEqual(expected);
});

test.each([
  ["rate", 2],
  ["added", 1],
  ["folder", 3],
] as const)("sorted by %s, %i comes first", (sort, first) => {
  const shown = shownSubscriptions(ROWS, { words: "", filter: "all", sort }, NOW);
  expect(shown[0]?.subscription.id).toBe(first);
});

test("words are found without accents, in the address, and in the folder", () => {
  const found = (words: string) =>
    shownSubscriptions(ROWS, { words, filter: "all", sort: "title" }, NOW).map(
      (one) => one.subscription.id,
    );
  expect(found("cafe")).toEqual([1]);
  expect(found("2.example")).toEqual([2]);
  expect(found("food CAFÉ")).toEqual([1]);
  expect(found("food loud")).toEqual([]);
});

test("a view survives the address", () => {
  const view = { words: "a b", filter: "loud", sort: "rate" } as const;
  expect(readManagedView(managedSearch(view))).toEqual(view);
  expect(managedSearch(readManagedView({}))).toEqual({});
  expect(readManagedView({ show: "odd", sort: 7 }).filter).toBe("all");
});

test("folders are named by their whole path", () => {
  const folder = (id: number, name: string, parent_id: number | null) =>
    ({ id, name, parent_id, position: id, unread: 0 }) as Folder;
  const paths = folderPaths([folder(2, "Europe", 1), folder(1, "News", null)]);
  expect(paths).toEqual([
    { id: 1, name: "News", path: "News", depth: 0 },
    { id: 2, name: "Europe", path: "News / Europe", depth: 1 },
  ]);
});
