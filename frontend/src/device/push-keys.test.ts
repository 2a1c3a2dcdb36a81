import { expect, test } from "vitest";
import { bytesOf, isMadeFor } from "./push-keys";

test("URL-safe letters are read as their bytes", () => {
  expect([...bytesOf("-_8")]).toEqual([251, 255]);
});

test("a subscription belongs to exactly one key", () => {
  expect(isMadeFor(bytesOf("AQID").buffer, "AQID")).toBe(true);
  expect(isMadeFor(bytesOf("AQIE").buffer, "AQID")).toBe(false);
  expect(isMadeFor(bytesOf("AQIDBA").buffer, "AQID")).toBe(false);
  expect(isMadeFor(null, "AQID")).toBe(false);
});
