import { expect, test } from "vitest";
import { readRefusal } from "@/api/errors";
import en from "@/messages/en/refusals";
import pl from "@/messages/pl/refusals";
import { failureWords, refusalKey, refusalWords } from "./server-words";

function refused(code: string, details: object = {}) {
  return readRefusal(409, { error: { code, message: "In English.", details } }, null);
}

test.each([
  ["folders", "CONFLICT", { field: "name", folder_id: 7 }, "folderExists"],
  ["folders/12", "CONFLICT", { field: "name" }, "folderExists"],
  ["folders", "CONFLICT", {}, "tooMany"],
  ["folders/reorder", "INVALID", { field: "parent_id" }, "folderDeep"],
  ["feeds/3/settings", "INVALID", { field: "proxy" }, "proxyWrong"],
  ["feeds/3/settings", "INVALID", { header: "User-Agent" }, "userAgentWrong"],
  ["searches", "INVALID", { field: "query" }, "searchEmpty"],
  ["webhooks/019a0000-0000-7000-8000-000000000000/test", "CONFLICT", {}, "webhookOff"],
  ["users/me/identities/google", "CONFLICT", {}, "lastWayIn"],
  ["subscriptions/import", "INVALID", {}, "notOpml"],
  ["subscriptions/import", "INVALID", { field: "file", reason: "empty" }, "emptyFile"],
  ["users/me/import", "INVALID", { field: "file" }, "notOurs"],
  ["entries/5", "NOT_FOUND", {}, "gone"],
])("what %s refuses with %s %j is told by %s", (place, code, details, key) => {
  expect(refusalKey(refused(code, details), `/api/v1/${place}`)).toBe(key);
});

test.each([
  ["entries/5", "INVALID", { field: "odd" }],
  ["entries/5", "NEWER_THAN_WE_ARE", {}],
])("what %s refuses with %s %j is left to the server", (place, code, details) => {
  expect(refusalKey(refused(code, details), `/api/v1/${place}`)).toBeNull();
});

test("a refusal is told in the reader's language", async () => {
  const clash = refused("CONFLICT", { field: "name" });
  expect(await refusalWords("en", clash, "/api/v1/folders")).toBe(en.folderExists);
  expect(await refusalWords("pl", clash, "/api/v1/folders")).toBe(pl.folderExists);
});

test("a wrong date in a search is named by its word", async () => {
  const wrong = refused("INVALID", { field: "q", term: "after" });
  expect(await refusalWords("en", wrong, "/api/v1/entries/search")).toContain("“after:”");
});

test("an address without a feed is told by what is there", async () => {
  const unknown = refused("NO_FEED", { field: "url", reason: "dns" });
  expect(await refusalWords("en", unknown, "/api/v1/feeds/discover")).toBe(
    "The site's name cannot be found. Check the address, or try again later.",
  );
  const home = refused("NO_FEED", { field: "url", reason: "blocked_address" });
  expect(await refusalWords("en", home, "/api/v1/feeds/discover")).toMatch(
    /^The address is not on the public internet\. .*TIDINGS_ALLOW_ORIGINS\.$/,
  );
  const secret = refused("NO_FEED", { field: "url", reason: "unauthorized" });
  expect(await refusalWords("en", secret, "/api/v1/feeds/discover")).toBe(en.noFeedLogin);
});

test("a page without an article is told, a failure that nobody knows is not", async () => {
  expect(await failureWords("en", "no_article_too_short")).toBe(en.noArticle);
  expect(await failureWords("en", "never_heard_of")).toBeNull();
});
