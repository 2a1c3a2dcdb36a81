import { expect, test } from "vitest";
import { uuid7 } from "./uuid7";

const ONES = new Uint8Array(16).fill(255);

test("an id is a UUID of version 7", () => {
  expect(uuid7(1_760_000_000_000, ONES)).toBe("0199c82c-c000-7fff-bfff-ffffffffffff");
});

test("later ids sort later, whatever chance says", () => {
  expect(uuid7(1_000, ONES) < uuid7(1_001, new Uint8Array(16))).toBe(true);
});
