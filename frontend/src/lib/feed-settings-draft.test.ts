import { expect, test } from "vitest";
import { fetchChanges, fetchDraft } from "./feed-settings-draft";

const SETTINGS = {
  interval: null,
  retry_policy: "strict",
  user_agent: null,
  polling: true,
  full_text: false,
  enforce_feed_domain: false,
  allow_duplicate_urls: false,
  has_login: true,
  header_names: [],
  proxy: null,
};

test("what is opened and kept unchanged changes nothing", () => {
  expect(fetchChanges(SETTINGS, fetchDraft(SETTINGS))).toBeNull();
});

test.each([
  [{ fullText: true }, { full_text: true }],
  [{ interval: 3_600_000_000 }, { interval: 3_600_000_000 }],
  [{ retryPolicy: null }, { retry_policy: null }],
  [{ userAgent: " Reader " }, { user_agent: "Reader" }],
  [{ username: "ann", password: "secret" }, { login: { username: "ann", password: "secret" } }],
  [{ password: "secret" }, { login: { username: "", password: "secret" } }],
  [{ dropsLogin: true }, { login: null }],
  [{ dropsLogin: true, username: "bo" }, { login: { username: "bo", password: "" } }],
] as const)("%o sends %o", (change, expected) => {
  expect(fetchChanges(SETTINGS, { ...fetchDraft(SETTINGS), ...change })).toEqual(expected);
});
