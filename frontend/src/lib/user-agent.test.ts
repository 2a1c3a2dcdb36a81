import { expect, test } from "vitest";
import { deviceName, isPhone } from "./user-agent";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0", "Firefox · Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    "Edge · Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari · iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "Chrome · Android",
  ],
  ["curl/8.5.0", "curl"],
  ["", ""],
])("%s is called %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

test("a phone is distinguished from a desktop", () => {
  expect(isPhone("Mozilla/5.0 (Linux; Android 15; Pixel 8) Mobile")).toBe(true);
  expect(isPhone("Mozilla/5.0 (X11; Linux x86_64) Firefox/142.0")).toBe(false);
});
