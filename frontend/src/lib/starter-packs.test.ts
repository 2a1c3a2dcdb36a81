import { expect, test } from "vitest";
import { PACKS, packsFor, STARTER_PACKS } from "./starter-packs";

test("every pack has six to ten feeds with secure addresses", () => {
  for (const name of PACKS) {
    const feeds = STARTER_PACKS[name];
    expect(feeds.length, name).toBeGreaterThanOrEqual(6);
    expect(feeds.length, name).toBeLessThanOrEqual(10);
    for (const feed of feeds) expect(new URL(feed.url).protocol, feed.url).toBe("https:");
  }
});

test("no feed is in two packs", () => {
  const urls = PACKS.flatMap((name) => STARTER_PACKS[name].map((feed) => feed.url));
  expect(new Set(urls).size).toBe(urls.length);
});

test("the pack in the reader's language comes first, and none is lost", () => {
  expect(packsFor("pl")[0]).toBe("polish");
  expect(packsFor("pt-BR")[0]).toBe("portuguese");
  expect(packsFor("en")).toEqual([...PACKS]);
  expect([...packsFor("pl")].sort()).toEqual([...PACKS].sort());
});
