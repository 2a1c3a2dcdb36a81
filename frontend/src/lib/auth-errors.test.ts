import { expect, test } from "vitest";
import { ApiError } from "@/api/errors";
import { authErrorKey, authErrorKeyOf } from "./auth-errors";

function refusal(code: string) {
  return new ApiError({ status: 400, code, message: "", details: {}, retryAfter: null });
}

test.each([
  [refusal("WRONG_CREDENTIALS"), "wrongCredentials"],
  [refusal("NAME_TAKEN"), "nameTaken"],
  [refusal("BAD_PASSWORD"), "badPassword"],
  [refusal("INVALID"), null],
  [new Error("a bug"), null],
])("%s is shown as %s", (error, key) => {
  expect(authErrorKeyOf(error)).toBe(key);
});

test("a code from an address that is none of ours is nothing, not a word of the language", () => {
  expect(authErrorKey("toString")).toBeNull();
});
