import { expect, test } from "vitest";
import {
  checkCode,
  errorGroup,
  type FeedState,
  type HealthLine,
  isQuiet,
  readFilter,
  siteOf,
  sortedHealth,
} from "./feed-health";

const NOW = 1_760_000_000_000_000;
const DAY = 86_400_000_000;

function line(title: string, state: FeedState, more: Partial<HealthLine> = {}): HealthLine {
  const feed = { id: 1, state, newest_at: NOW - DAY } as HealthLine["feed"];
  return {
    subscription_id: 1,
    title,
    folder_id: null,
    entries_per_day: 1,
    recent: [],
    feed,
    ...more,
  };
}

test("what needs a hand comes first, then the names in order", () => {
  const lines = [line("b", "ok"), line("z", "failing"), line("a", "ok"), line("y", "resting")];
  expect(sortedHealth(lines, "all", NOW).map((one) => one.title)).toEqual(["y", "z", "a", "b"]);
});

test("loud feeds are listed by loudness", () => {
  const lines = [
    line("a", "ok", { entries_per_day: 25 }),
    line("b", "ok", { entries_per_day: 90 }),
  ];
  expect(sortedHealth(lines, "loud", NOW).map((one) => one.title)).toEqual(["b", "a"]);
});

test("a feed is quiet after two months without anything new, but not while it fails", () => {
  const old = { newest_at: NOW - 61 * DAY } as HealthLine["feed"];
  const quiet = line("a", "ok");
  expect(isQuiet({ ...quiet, feed: { ...quiet.feed, ...old } }, NOW)).toBe(true);
  expect(isQuiet(quiet, NOW)).toBe(false);
  const failing = line("a", "failing");
  expect(isQuiet({ ...failing, feed: { ...failing.feed, ...old } }, NOW)).toBe(false);
  const ownPages = { ...quiet.feed, ...old, url: null };
  expect(isQuiet({ ...quiet, feed: ownPages }, NOW)).toBe(false);
});

test.each([
  ["not_a_feed_html", "errorNotAFeed"],
  ["server_error", "errorServer"],
  ["dns", "errorDns"],
  ["brewed_tea", null],
  ["host_busy", "errorQueue"],
  ["toString", null],
])("the error %s is shown as %s", (code, group) => {
  expect(errorGroup(code)).toBe(group);
});

test("words that nobody knows are left to the server", () => {
  expect(checkCode("rhythm")).toBe("rhythm");
  expect(checkCode("by_the_moon")).toBeNull();
  expect(readFilter("failing")).toBe("failing");
  expect(readFilter(["failing"])).toBe("all");
});

test("a new address is looked for at the site of the feed, or at its server", () => {
  const url = "https://feeds.example/a.xml";
  expect(siteOf({ site_url: "https://a.example/", url })).toBe("https://a.example/");
  expect(siteOf({ site_url: null, url })).toBe("https://feeds.example");
  expect(siteOf({ site_url: null, url: null })).toBe("");
});
