import { expect, test } from "vitest";
import { readShared, typedAddress } from "./shared-address";

test.each([
  [
    { url: "https://a.example/x", title: "A title" },
    { url: "https://a.example/x", title: "A title" },
  ],
  [{ text: "Look: https://a.example/x." }, { url: "https://a.example/x", title: "" }],
  [{ title: "https://a.example/x" }, { url: "https://a.example/x", title: "" }],
  [
    { text: "https://en.example/wiki/Rose_(flower)", title: "Rose" },
    { url: "https://en.example/wiki/Rose_(flower)", title: "Rose" },
  ],
  [
    { text: "no address at all", url: 7 },
    { url: "", title: "" },
  ],
  [{ url: "javascript:alert(1)" }, { url: "", title: "" }],
])("%o", (search, expected) => {
  expect(readShared(search)).toEqual(expected);
});

test.each([
  ["example.org", "example.org"],
  [" https://example.org/feed ", "https://example.org/feed"],
  ["127.0.0.1:8080/feed.xml", "127.0.0.1:8080/feed.xml"],
  ["feed://example.org/rss", "feed://example.org/rss"],
  ["two words", ""],
  ["word", ""],
  ["", ""],
])("what is typed: %s", (typed, expected) => {
  expect(typedAddress(typed)).toBe(expected);
});
