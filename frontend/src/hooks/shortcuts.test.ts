import { afterEach, expect, test } from "vitest";
import { addLayer, type Handlers, runAction } from "./shortcuts";

let ends: (() => void)[] = [];

const add = (order: number, handlers: Handlers) =>
  ends.push(addLayer({ order, latest: { current: handlers } }));

afterEach(() => {
  for (const end of ends) end();
  ends = [];
});

test("what is inside is asked first, whoever listens first", () => {
  const handled: string[] = [];
  add(2, { closeEntry: () => handled.push("selection") });
  add(1, { closeEntry: () => handled.push("list") });
  expect(runAction("closeEntry")).toBe(true);
  expect(handled).toEqual(["selection"]);
});

test("what is left to others, the next one around gets", () => {
  const handled: string[] = [];
  add(2, { closeEntry: () => false });
  add(1, { closeEntry: () => handled.push("list") });
  expect(runAction("closeEntry")).toBe(true);
  expect(handled).toEqual(["list"]);
  expect(runAction("help")).toBe(false);
});
