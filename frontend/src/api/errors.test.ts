import { expect, test } from "vitest";
import { ApiError, isSignedOut, NetworkError, readRefusal } from "./errors";

test("an error answer keeps its code, message, details and wait", () => {
  const body = {
    error: { code: "TOO_MANY", message: "Slower, please.", details: { limit: 5 } },
  };
  expect(readRefusal(429, body, "30")).toEqual({
    status: 429,
    code: "TOO_MANY",
    message: "Slower, please.",
    details: { limit: 5 },
    retryAfter: 30,
  });
});

test.each([undefined, null, "<html>", [], { error: "text" }])(
  "an answer that is not ours (%j) still has a code",
  (body) => {
    expect(readRefusal(502, body, null)).toMatchObject({ code: "HTTP_502", retryAfter: null });
  },
);

test("only a 401 means that the session is gone", () => {
  const refusal = { code: "", message: "", details: {}, retryAfter: null };
  expect(isSignedOut(new ApiError({ ...refusal, status: 401 }))).toBe(true);
  expect(isSignedOut(new ApiError({ ...refusal, status: 403 }))).toBe(false);
  expect(isSignedOut(new NetworkError("gone"))).toBe(false);
});
