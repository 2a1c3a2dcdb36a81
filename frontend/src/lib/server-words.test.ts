import { expect, test } from "vitest";
import { readRefusal } from "@/api/errors";
import en from "@/messages/en/refusals";
import pl from "@/messages/pl/refusals";
import { failureWords, refusalKey, refusalWords } from "./server-words";

function refused(code: string, details: object = {}) {
  return readRefusal(409, { error: { code, message: "In English.", details } }, null);
}

test.each([
  ["FOLDER_EXISTS", "folderExists"],
  ["LIMIT_REACHED", "tooMany"],
  ["FOLDERS_TOO_DEEP", "folderDeep"],
  ["WEBHOOK_OFF", "webhookOff"],
  ["LAST_WAY_IN", "lastWayIn"],
  ["NOT_OPML", "notOpml"],
  ["NOT_FOUND", "gone"],
])("%s is described by %s", (code, key) => {
  expect(refusalKey(code)).toBe(key);
});

test.each(["NEWER_THAN_WE_ARE", "toString"])("%s is left to the server", async (code) => {
  expect(refusalKey(code)).toBeNull();
  expect(await refusalWords("pl", refused(code))).toBeNull();
});

test("a refusal is shown in the reader's language", async () => {
  const clash = refused("FOLDER_EXISTS", { field: "name" });
  expect(await refusalWords("en", clash)).toBe(en.folderExists);
  expect(await refusalWords("pl", clash)).toBe(pl.folderExists);
});

test("what only the server can name keeps its words", async () => {
  const wrong = refused("INVALID", { field: "odd" });
  expect(await refusalWords("pl", wrong)).toBe("Serwer tego nie przyjął: In English.");
  const header = refused("BAD_HEADER", { header: "X-Odd" });
  expect(await refusalWords("en", header)).toContain("The header X-Odd cannot be sent.");
});

test("a wrong date in a search is named by its word", async () => {
  const wrong = refused("SEARCH_DATE", { field: "q", term: "after" });
  expect(await refusalWords("en", wrong)).toContain("“after:”");
});

test("an operator that is not there is named, with the nearest one if there is any", async () => {
  const near = refused("SEARCH_OPERATOR", { field: "q", term: "date", nearest: "after" });
  expect(await refusalWords("en", near)).toContain("“date:”. Did you mean “after:”?");
  expect(await refusalWords("pl", near)).toContain("Czy chodziło o „after:”?");
  const far = refused("SEARCH_OPERATOR", { field: "q", term: "zzz" });
  expect(await refusalWords("en", far)).not.toContain("mean");
  const known = "unread, read, starred";
  const value = refused("SEARCH_VALUE", { field: "q", term: "is", value: "new", known });
  expect(await refusalWords("pt-BR", value)).toContain(known);
});

test("what another server did is described by its reason", async () => {
  const slow = refused("UPSTREAM_FAILED", { reason: "dns" });
  expect(await refusalWords("en", slow)).toBe("The site’s name cannot be found.");
  const odd = refused("UPSTREAM_FAILED", { reason: "never_heard_of" });
  expect(await refusalWords("en", odd)).toBe(en.upstreamFailed);
});

test("an address without a feed is described by what is there", async () => {
  const unknown = refused("NO_FEED", { field: "url", reason: "dns" });
  expect(await refusalWords("en", unknown)).toBe(
    "The site’s name cannot be found. Check the address, or try again later.",
  );
  const home = refused("NO_FEED", { field: "url", reason: "blocked_address" });
  expect(await refusalWords("en", home)).toMatch(
    /^The address is not on the public internet\. .*TIDINGS_ALLOW_ORIGINS\.$/,
  );
  const allow = "TIDINGS_ALLOW_ORIGINS=192.168.1.20:80";
  const named = refused("NO_FEED", { field: "url", reason: "blocked_address", allow });
  expect(await refusalWords("en", named)).toMatch(
    /^The address is not on the public internet\. .*: TIDINGS_ALLOW_ORIGINS=192\.168\.1\.20:80$/,
  );
  const secret = refused("NO_FEED", { field: "url", reason: "unauthorized" });
  expect(await refusalWords("en", secret)).toBe(en.noFeedLogin);
});

test("a page without an article is named, a failure that nobody knows is not", async () => {
  expect(await failureWords("en", "no_article_too_short")).toBe(en.noArticle);
  expect(await failureWords("en", "never_heard_of")).toBeNull();
});
