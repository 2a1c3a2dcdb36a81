import { expect, test } from "vitest";
import { ask } from "./client";
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
