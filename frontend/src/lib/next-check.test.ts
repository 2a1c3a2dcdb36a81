import { expect, test } from "vitest";
import health from "@/messages/en/health";
import type { Message } from "@/messages/shape";
import { formatMessage } from "./messages";
import { type Clock, type HealthWords, notNowText } from "./next-check";

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;
const NOW = 1_000_000 * MINUTE;
const words: Record<string, Message> = health;
const say = ((key: string, values?: Record<string, string | number>) =>
  formatMessage("en", words[key] ?? key, values)) as HealthWords;
const clock: Clock = {
  now: NOW,
  ago: (at) =>
    at < NOW ? `${(NOW - at) / MINUTE} min. ago` : `in ${(at - NOW) / MINUTE} min.`,
};

test.each([
  [
    "its host is held for a moment",
    { last: NOW - 20 * MINUTE, code: "host_held", at: NOW + 30 * SECOND },
    "Checked 20 min. ago. Next within a minute: the server refused a request, so none of its feeds is checked until then",
  ],
  [
    "its server named a time",
    { last: NOW - 5 * MINUTE, code: "retry_after", at: NOW + 40 * MINUTE },
    "Checked 5 min. ago. Next in 40 min.: the server asks us to wait until then",
  ],
  [
    "it was checked for a click before",
    { last: NOW - 3 * SECOND, code: "interval", at: NOW + 60 * MINUTE },
    "Just checked. Next in 60 min.: this interval was set for the feed",
  ],
  [
    "so was one whose polling is off",
    { last: NOW - 3 * SECOND, code: "one_time", at: null },
    "Just checked. Not checked again: polling is off",
  ],
  [
    "somebody disabled it, perhaps its reader",
    { last: NOW - 5 * MINUTE, code: "disabled", at: null },
    "Checked 5 min. ago. Not checked: it is disabled",
  ],
  [
    "nothing is ever fetched for it",
    { last: null, code: "pushed", at: null },
    "Pushed, not polled",
  ],
])("a feed is not checked now: %s", (_, { last, code, at }, text) => {
  const feed = { last_checked_at: last, next_check: { at, code, reason: "" } };
  expect(notNowText(say, clock, feed)).toBe(text);
});
