import { expect, test } from "vitest";
import { canHavePasskeys, passkeyAddress } from "./passkeys";

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

test.each([
  ["127.0.0.1", "http://localhost:8080", "http://localhost:8080"],
  ["[::1]", "http://localhost:8080", "http://localhost:8080"],
  // On another machine, `localhost` is that one.
  ["192.0.2.1", "http://localhost:8080", null],
  ["reader.lan", "http://localhost:8080", null],
  ["127.0.0.1", "https://news.example.org", null],
  ["127.0.0.1", null, null],
  ["127.0.0.1", undefined, null],
])("opened as %s, taken at %s: %s", (host, origin, address) => {
  expect(passkeyAddress(host, origin)).toBe(address);
});
