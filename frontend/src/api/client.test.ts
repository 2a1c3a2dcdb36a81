import { expect, test, vi } from "vitest";
import { ask, serverMicroseconds, translateRefusalsBy } from "./client";
import { ApiError, NetworkError } from "./errors";

function answered(status: number, error: unknown) {
  const response = new Response(null, { status });
  Object.defineProperty(response, "url", { value: "https://tidings.example/api/v1/counts" });
  return ask(Promise.resolve({ error, response }));
}

test.each([502, 503, 504])(
  "a gateway that answers %i in place of the server is no answer",
  async (status) => {
    await expect(answered(status, "<html>Bad gateway</html>")).rejects.toBeInstanceOf(
      NetworkError,
    );
  },
);

test("our own server that is too busy has answered", async () => {
  const busy = { error: { code: "BUSY", message: "Try again." } };
  await expect(answered(503, busy)).rejects.toBeInstanceOf(ApiError);
});

test("a refusal is shown in the reader's words where there are any", async () => {
  const clash = { error: { code: "FOLDER_EXISTS", message: "There is one already." } };
  translateRefusalsBy(async ({ code }) => `It is ${code}.`);
  await expect(answered(409, clash)).rejects.toThrow("It is FOLDER_EXISTS.");
  translateRefusalsBy(async () => null);
  await expect(answered(409, clash)).rejects.toThrow("There is one already.");
  translateRefusalsBy(() => Promise.reject(new Error("no words could be loaded")));
  await expect(answered(409, clash)).rejects.toThrow("There is one already.");
});

test("the server's time is the freshest that an answer brought", async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const ahead = 5_000;
  const answer = (late: number) => {
    const time = String((Date.now() + ahead - late) * 1000);
    const response = new Response(null, { headers: { "x-server-time": time } });
    return ask(Promise.resolve({ data: null, response }));
  };
  await answer(40);
  await answer(800); // it took long, and says nothing new
  expect(serverMicroseconds(2_000_000)).toBe((2_000_000 + ahead - 40) * 1000);
  vi.setSystemTime(4_000_000); // our clock was set: the server's did not change
  const response = new Response(null, { headers: { "x-server-time": "1005000000" } });
  await ask(Promise.resolve({ data: null, response }));
  expect(serverMicroseconds(4_000_000)).toBe(1_005_000_000);
  vi.useRealTimers();
});

test("until the server answers, its clock is as it was last known", async () => {
  vi.resetModules();
  const { ask, presumeClock, serverMicroseconds } = await import("./client");
  const hour = 3_600_000;
  presumeClock(-hour * 1000);
  expect(serverMicroseconds(hour)).toBe(0);
  const headers = { "x-server-time": String(Date.now() * 1000) };
  await ask(Promise.resolve({ data: null, response: new Response(null, { headers }) }));
  expect(serverMicroseconds(hour)).toBeGreaterThan((hour - 1000) * 1000);
});
