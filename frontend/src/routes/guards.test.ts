import { expect, test } from "vitest";
import { isOurs, readSignInSearch } from "./guards";

test.each([
  ["/", true],
  ["/feed/7?show=all", true],
  ["//evil.example", false],
  ["/\\evil.example", false],
  ["https://evil.example", false],
  ["javascript:alert(1)", false],
  ["/api/v1/auth/logout", false],
])("after signing in, %s is followed: %s", (address, followed) => {
  expect(isOurs(address)).toBe(followed);
});

test("a foreign address is forgotten", () => {
  expect(readSignInSearch({ next: "//evil.example", token: "t" })).toEqual({ token: "t" });
});
