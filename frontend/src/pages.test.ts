/// <reference types="node" />
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { placeOf } from "./lib/list-scope";
import { frameOf, partsAt } from "./page-parts";
import { addresses, BEFORE_SIGN_IN, LISTS, PAGES } from "./pages";
import { createQueryClient } from "./queries/query-client";
import { createAppRouter } from "./router";

const WRITTEN = new URL("../../src/tidings/web/app_pages.json", import.meta.url);
const filled = (path: string) => path.replace(/\$\w+/, "7");

test("the list for the server names the pages of the router (else: npm run pages)", () => {
  const routes = Object.keys(createAppRouter(createQueryClient()).routesByPath);
  const written = JSON.parse(readFileSync(WRITTEN, "utf8")) as ReturnType<typeof addresses>;
  expect(written).toEqual(addresses());
  expect(Object.values(written).flat().sort()).toEqual(routes.sort());
});

test("every page is found by its address", () => {
  for (const path of addresses().pages) {
    const found = partsAt(filled(path)).map(({ component }) => component);
    const isInside = path.split("/").length > 2 && !path.includes("$");
    expect({ path, count: found.length }).toEqual({ path, count: isInside ? 2 : 1 });
  }
});

test("what is nobody's address is no page", () => {
  for (const path of ["/nowhere", "/constructor", "/settings/constructor", "/toString/7"])
    expect(partsAt(path).map(({ component }) => component)).toEqual(
      path.startsWith("/settings") ? ["SettingsPage"] : [],
    );
});

test.each([
  ["/", true, "list"],
  ["/tag/news", true, "list"],
  ["/health", true, "page"],
  ["/login", true, "signed-out"],
  ["/", false, "signed-out"],
])("%s of a reader (%s) looks like a %s", (path, isReader, frame) => {
  expect(frameOf(path, isReader)).toBe(frame);
});

test("a list has a place, and nothing else has", () => {
  for (const path of LISTS) expect(placeOf(filled(path)), path).not.toBeNull();
  for (const path of Object.keys({ ...PAGES, ...BEFORE_SIGN_IN }))
    expect(placeOf(filled(path)), path).toBeNull();
});
