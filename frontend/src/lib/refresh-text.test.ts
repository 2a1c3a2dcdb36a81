import { expect, test } from "vitest";
import reading from "@/messages/en/reading";
import type { Message } from "@/messages/shape";
import { formatMessage } from "./messages";
import { allRefreshedText } from "./refresh-text";

const words: Record<string, Message> = reading;
const say = ((key: string, values?: Record<string, string | number>) =>
  formatMessage("en", words[key] ?? key, values)) as Parameters<typeof allRefreshedText>[0];

test.each([
  ["some are checked now", { due: 3, waiting: 1, left_alone: 9 }, "Refreshing 3 feeds"],
  [
    "all that can be wait for a server",
    { due: 0, waiting: 2, left_alone: 9 },
    "2 feeds will be refreshed as soon as their servers allow it",
  ],
  [
    "all are left alone",
    { due: 0, waiting: 0, left_alone: 9 },
    "Nothing to refresh right now: each feed was just checked or is not polled. See “Feed health” for the reasons.",
  ],
  [
    "none is followed",
    { due: 0, waiting: 0, left_alone: 0 },
    "There are no feeds to refresh yet",
  ],
])("whoever asks for a check of everything learns what happens: %s", (_, answer, text) => {
  expect(allRefreshedText(say, answer)).toBe(text);
});
