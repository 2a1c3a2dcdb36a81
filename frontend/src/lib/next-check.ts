// When a feed is checked next, and why then, in words. Pure.
import type { components } from "@/api/schema";
import { checkCode } from "./feed-health";
import type { Say } from "./messages";

export type NextCheck = components["schemas"]["CheckView"];
export type HealthWords = Say<typeof import("@/messages/en/health").default>;
export type FeedTimes = Pick<
  components["schemas"]["FeedView"],
  "last_checked_at" | "next_check"
>;

export interface Clock {
  /** Microseconds. */
  now: number;
  ago: (at: number) => string;
}

const MINUTE = 60_000_000; // microseconds

/** Return when a feed is checked next, and why then. */
export function nextCheckText(say: HealthWords, clock: Clock, check: NextCheck): string {
  const code = checkCode(check.code);
  const reason = code ? say(`why_${code}`) : check.reason;
  if (check.at === null) return reason;
  const wait = check.at - clock.now;
  return wait > 0 && wait < MINUTE
    ? say("nextCheckSoon", { reason: lowered(reason) })
    : say("nextCheck", { when: clock.ago(check.at), reason: lowered(reason) });
}

/** Return why a feed is not checked now, to whoever asked for it. */
export function notNowText(say: HealthWords, clock: Clock, feed: FeedTimes): string {
  const next = nextCheckText(say, clock, feed.next_check);
  const last = feed.last_checked_at;
  if (last === null) return next;
  return clock.now - last < MINUTE
    ? say("notAgain", { next })
    : say("notNow", { when: clock.ago(last), next });
}

/** The reason goes on after a colon. */
function lowered(sentence: string): string {
  return `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`;
}
