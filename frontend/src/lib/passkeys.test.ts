import { expect, test } from "vitest";
import { canHavePasskeys } from "./passkeys";

test.each([
  ["reader.example.org", true, true, true],
  ["localhost", true, true, true],
  ["reader.example.org", false, true, false],
  ["reader.example.org", true, false, false],
  ["127.0.0.1", true, true, false],
  ["[::1]", true, true, false],
])("%s, secure %s, known %s: %s", (host, isSecure, hasApi, can) => {
  expect(canHavePasskeys(host, isSecure, hasApi)).toBe(can);
});
