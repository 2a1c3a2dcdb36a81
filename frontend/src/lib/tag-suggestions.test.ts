import { expect, test } from "vitest";
import { suggestTags } from "./tag-suggestions";

const names = (typed: string, present: string[] = []) =>
  suggestTags(["city", "capacity", "Climate", "art"], present, typed).map((one) =>
    one.isNew ? `+${one.name}` : one.name,
  );

test("what begins so comes before what only holds it, and a new one last", () => {
  expect(names("ci")).toEqual(["city", "capacity", "+ci"]);
});

test("a tag that is there already is offered neither again nor as new", () => {
  expect(names("city", ["city"])).toEqual(["capacity"]);
  expect(names("CLIMATE")).toEqual(["Climate"]);
});

test("nothing typed offers all that are free", () => {
  expect(names("  ", ["art"])).toEqual(["capacity", "city", "Climate"]);
});

test("a new tag has single spaces", () => {
  expect(names("  far   away ")).toEqual(["+far away"]);
});
