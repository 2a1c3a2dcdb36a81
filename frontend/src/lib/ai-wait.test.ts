import { expect, test } from "vitest";
import { type AiStanding, aiWait } from "./ai-wait";

const NOW = 1_000_000_000;
const WELL: AiStanding = {
  open_until: null,
  limited_until: null,
  day: { tokens: 50_000, cap: 100_000 },
  month: { tokens: 50_000, cap: null },
  own_key: false,
};

test.each([
  ["nothing is known yet", undefined, null],
  ["all is well", WELL, null],
  [
    "the service failed too often",
    { ...WELL, open_until: NOW + 5 },
    { why: "paused", until: NOW + 5 },
  ],
  ["its pause is over", { ...WELL, open_until: NOW - 5 }, null],
  [
    "the service asked for patience",
    { ...WELL, open_until: NOW + 1, limited_until: NOW + 9 },
    { why: "paused", until: NOW + 9 },
  ],
  ["the day is used up", { ...WELL, day: { tokens: 99_000, cap: 100_000 } }, { why: "day" }],
  [
    "so is the month, which lasts longer",
    { ...WELL, day: { tokens: 9, cap: 9 }, month: { tokens: 9, cap: 9 } },
    { why: "month" },
  ],
  ["a reader with a key of their own", { ...WELL, open_until: NOW + 5, own_key: true }, null],
])("what is waited for: %s", (_, standing, wait) => {
  expect(aiWait(standing, NOW)).toEqual(wait);
});
