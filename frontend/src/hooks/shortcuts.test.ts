import { afterEach, expect, test } from "vitest";
import { addLayer, type Handlers, runAction } from "./shortcuts";

let ends: (() => void)[] = [];

const add = (order: number, handlers: Handlers) =>
  ends.push(addLayer({ order, latest: { current: handlers } }));

afterEach(() => {
  for (const end of ends) end();
  ends = [];
});

test("what is inside hears first, whoever listens first", () => {
  const heard: string[] = [];
  add(2, { closeEntry: () => heard.push("selection") });
  add(1, { closeEntry: () => heard.push("list") });
  expect(runAction("closeEntry")).toBe(true);
  expect(heard).toEqual(["selection"]);
});

test("what is left to others, the next one around hears", () => {
  const heard: string[] = [];
  add(2, { closeEntry: () => false });
  add(1, { closeEntry: () => heard.push("list") });
  expect(runAction("closeEntry")).toBe(true);
  expect(heard).toEqual(["list"]);
  expect(runAction("help")).toBe(false);
});
