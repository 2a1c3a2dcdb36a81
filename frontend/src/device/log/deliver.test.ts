import { expect, test } from "vitest";
import { ApiError, NetworkError } from "@/api/errors";
import { mayStillArrive } from "./deliver";

const refusal = (status: number) =>
  new ApiError({ status, code: "", message: "", details: {}, retryAfter: null });

test.each([401, 403, 408, 425, 429, 500, 503])(
  "what is refused with %i is worth another try",
  (status) => expect(mayStillArrive(refusal(status))).toBe(true),
);

test.each([400, 404, 409, 413, 422])("what is refused with %i is not", (status) =>
  expect(mayStillArrive(refusal(status))).toBe(false),
);

test("no answer says nothing, and a mistake of ours is not for repeating", () => {
  expect(mayStillArrive(new NetworkError(null))).toBe(true);
  expect(mayStillArrive(new TypeError("x is undefined"))).toBe(false);
});
