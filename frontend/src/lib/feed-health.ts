// How feeds are doing: which need a hand, which are loud or quiet, and in whose words. Pure.
import type { components } from "@/api/schema";

export type HealthLine = components["schemas"]["HealthView"];
export type FeedState = components["schemas"]["FeedStanding"];
export type Remedy = components["schemas"]["Remedy"];

export const HEALTH_FILTERS = ["all", "failing", "quiet", "loud"] as const;
export type HealthFilter = (typeof HEALTH_FILTERS)[number];

const DAY = 86_400_000_000; // microseconds
const QUIET_DAYS = 60;
const LOUD_PER_DAY = 20;
const NEEDS_A_HAND: readonly FeedState[] = [
  "resting",
  "dormant",
  "failing",
  "limited",
  "disabled",
];

export function readFilter(raw: unknown): HealthFilter {
  return HEALTH_FILTERS.find((one) => one === raw) ?? "all";
}

export function isFailing(line: HealthLine): boolean {
  return NEEDS_A_HAND.includes(line.feed.state);
}

/** Nothing new for long, though all is well. */
export function isQuiet(line: HealthLine, now: number): boolean {
  const { newest_at: newest, state, url } = line.feed;
  // What one brings here oneself is as quiet as one is.
  return state === "ok" && url !== null && (newest === null || now - newest > QUIET_DAYS * DAY);
}

export function isLoud(line: HealthLine): boolean {
  return line.entries_per_day >= LOUD_PER_DAY;
}

export function fitsFilter(line: HealthLine, filter: HealthFilter, now: number): boolean {
  if (filter === "failing") return isFailing(line);
  if (filter === "quiet") return isQuiet(line, now);
  return filter === "all" || isLoud(line);
}

/** Return the lines of a filter: what needs a hand first, loud ones by loudness, else by name. */
export function sortedHealth(
  lines: readonly HealthLine[],
  filter: HealthFilter,
  now: number,
): HealthLine[] {
  return lines
    .filter((line) => fitsFilter(line, filter, now))
    .sort(
      (one, other) =>
        rank(one) - rank(other) ||
        (filter === "loud" ? other.entries_per_day - one.entries_per_day : 0) ||
        (filter === "quiet" ? (one.feed.newest_at ?? 0) - (other.feed.newest_at ?? 0) : 0) ||
        one.title.localeCompare(other.title),
    );
}

function rank(line: HealthLine): number {
  const place = NEEDS_A_HAND.indexOf(line.feed.state);
  return place === -1 ? NEEDS_A_HAND.length : place;
}

const ERROR_GROUPS = {
  unauthorized: "errorLogin",
  secret_unreadable: "errorStoredLogin",
  forbidden: "errorForbidden",
  not_found: "errorNotFound",
  gone: "errorGone",
  dns: "errorDns",
  bad_url: "errorAddress",
  bad_redirect: "errorAddress",
  too_many_redirects: "errorCircle",
  tls: "errorSecure",
  blocked_address: "errorPrivate",
  proxy: "errorProxy",
  too_large: "errorLarge",
  slow_down: "errorSlowDown",
  timeout: "errorTimeout",
  too_slow: "errorTimeout",
  refused: "errorUnreachable",
  unreachable: "errorUnreachable",
  connection_lost: "errorUnreachable",
  bad_answer: "errorAnswer",
  bad_encoding: "errorAnswer",
  unasked_not_modified: "errorAnswer",
  host_busy: "errorQueue",
  host_held: "errorSlowDown",
  interrupted: "errorBusy",
  our_mistake: "errorOurs",
  server_error: "errorServer",
  http_error: "errorAnswer",
  odd_status: "errorAnswer",
} as const;
export type ErrorGroup = (typeof ERROR_GROUPS)[keyof typeof ERROR_GROUPS] | "errorNotAFeed";

/** Return which of our sentences describes an error; null: the server's own must do. */
export function errorGroup(code: string): ErrorGroup | null {
  if (code.startsWith("not_a_feed")) return "errorNotAFeed";
  return Object.hasOwn(ERROR_GROUPS, code)
    ? ERROR_GROUPS[code as keyof typeof ERROR_GROUPS]
    : null;
}

const CHECK_CODES = [
  "asked",
  "interval",
  "minimum",
  "rhythm",
  "feed_asks",
  "skipped_hours",
  "fresh",
  "retry_after",
  "slow_down",
  "host_held",
  "turn",
  "try_again",
  "backoff",
  "dormant",
  "resting",
  "one_time",
  "unfollowed",
  "pushed",
  "disabled",
] as const;
export type CheckCode = (typeof CHECK_CODES)[number];

/** Return the code of a reason that we have words for; null: the server is newer than we are. */
export function checkCode(code: string): CheckCode | null {
  return CHECK_CODES.find((one) => one === code) ?? null;
}

/** Return where to look for the new address of a feed: its site, or else its server. */
export function siteOf({
  site_url,
  url,
}: Pick<HealthLine["feed"], "site_url" | "url">): string {
  if (site_url) return site_url;
  return url && URL.canParse(url) ? new URL(url).origin : "";
}

const FAILURE_KINDS = [
  "temporary",
  "permanent",
  "unauthorised",
  "rate_limited",
  "not_counted",
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** Return the kind of a failure that we have words for; null: the server is newer than we are. */
export function failureKind(kind: string): FailureKind | null {
  return FAILURE_KINDS.find((one) => one === kind) ?? null;
}
