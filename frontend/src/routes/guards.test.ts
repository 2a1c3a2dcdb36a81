import { expect, test, vi } from "vitest";
import { isOurs, readSignInSearch, startAtHome } from "./guards";

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

test("a visit begins with the page one chose; later, the first address is itself", () => {
  vi.stubGlobal("localStorage", { getItem: () => '{"homePage": "stories"}' });
  const options = expect.objectContaining({ to: "/stories", replace: true });
  expect(() => startAtHome("/")).toThrow(expect.objectContaining({ options }));
  expect(startAtHome("/")).toBeUndefined();
});
