import { expect, test } from "vitest";
import { followInside } from "./entry-enrich";

const root = { querySelectorAll: () => [] } as unknown as HTMLElement;

const link = (href: string, hash: string) =>
  ({ hash, getAttribute: () => href }) as unknown as HTMLAnchorElement;

test.each([
  ["https://a.example/#100%", "#100%"],
  ["#100%", "#100%"],
])("a link to %s, which nothing here is called, is the browser's", (href, hash) => {
  expect(followInside(root, link(href, hash))).toBe(false);
});
