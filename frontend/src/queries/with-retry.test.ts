import { expect, test } from "vitest";
import { ApiError } from "@/api/errors";
import { withRetry } from "./with-retry";

function refusal(status: number, retryAfter: number | null): ApiError {
  return new ApiError({ status, code: "X", message: "", details: {}, retryAfter });
}

function scene(errors: readonly Error[]) {
  const left = [...errors];
  const waits: number[] = [];
  const work = async () => {
    const error = left.shift();
    if (error) throw error;
    return "done";
  };
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds);
  };
  return { waits, ended: withRetry(work, wait) };
}

test("who asks too often goes on after the wait that the server names", async () => {
  const { ended, waits } = scene([refusal(429, 2), refusal(429, null)]);
  expect(await ended).toBe("done");
  expect(waits).toEqual([2000, 5000]);
});

test("any other refusal is reported at once", async () => {
  const { ended, waits } = scene([refusal(403, null)]);
  await expect(ended).rejects.toMatchObject({ status: 403 });
  expect(waits).toEqual([]);
});

test("patience ends", async () => {
  const { ended } = scene(Array(9).fill(refusal(429, 1)));
  await expect(ended).rejects.toMatchObject({ status: 429 });
});
