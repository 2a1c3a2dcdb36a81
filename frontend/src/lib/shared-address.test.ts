import { expect, test } from "vitest";
import { readShared, typedAddress, typedRequest, withTypedLogin } from "./shared-address";

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

test.each([
  ["Look: https://a.example/x.", "https://a.example/x"],
  [" example.org ", "example.org"],
  [" ars technica ", "ars technica"],
  ["@ana@social.example", "@ana@social.example"],
  ["r/python", "r/python"],
  ["  ", ""],
])("what is looked for: %s", (typed, expected) => {
  expect(typedRequest(typed)).toBe(expected);
});

test.each([
  [
    "https://a.example/feed",
    "https://ann:a%40b@a.example/",
    "https://ann:a%40b@a.example/feed",
  ],
  ["https://a.example/feed", "ann:secret@a.example", "https://ann:secret@a.example/feed"],
  [
    "https://a.example/feed",
    "http://ann:secret@a.example",
    "https://ann:secret@a.example/feed",
  ],
  ["http://a.example/feed", "https://ann:secret@a.example", "http://a.example/feed"],
  ["https://b.example/feed", "https://ann:secret@a.example", "https://b.example/feed"],
  ["https://a.example:1/feed", "https://ann:secret@a.example", "https://a.example:1/feed"],
  ["https://a.example/feed", "a.example", "https://a.example/feed"],
])("%s found at %s is asked for as %s", (found, typed, expected) => {
  expect(withTypedLogin(found, typed)).toBe(expected);
});
