import { expect, test } from "vitest";
import { createQueryClient } from "@/queries/query-client";
import { createAppRouter, sectionsOf } from "@/router";
import { innerPages } from "./use-destinations";

const INNER = /^\/(settings|manage|admin)\/./;
const known = Object.keys(createAppRouter(createQueryClient()).routesByPath)
  .filter((path) => INNER.test(path))
  .sort();

function reached(isAdmin: boolean): string[] {
  return innerPages(sectionsOf(), isAdmin)
    .map((page) => page.to)
    .sort();
}

test("the palette leads to every page inside settings, managing and administration", () => {
  expect(known.length).toBeGreaterThan(20);
  expect(reached(true)).toEqual(known);
});

test("to those of the administration, it leads administrators only", () => {
  expect(reached(false)).toEqual(known.filter((path) => !path.startsWith("/admin/")));
});
