import { expect, test } from "vitest";
import { type Connection, nextConnection, START } from "./connection";

test("each break in a row waits longer, up to a minute", () => {
  let connection: Connection = START;
  const delays: number[] = [];
  for (let tries = 0; tries < 8; tries += 1) {
    connection = nextConnection(connection, "broke", 1);
    if (connection.state === "waiting") delays.push(connection.delay);
    connection = nextConnection(connection, "wait-over", 1);
  }
  expect(delays).toEqual([2000, 4000, 8000, 16000, 32000, 60000, 60000, 60000]);
});

test("a good connection forgets the failures before it", () => {
  const live = nextConnection({ state: "waiting", failures: 5, delay: 1 }, "opened", 0);
  expect(nextConnection(live, "broke", 1)).toEqual({
    state: "waiting",
    failures: 1,
    delay: 2000,
  });
});

test("offline, nothing is tried until the network is back", () => {
  const offline = nextConnection({ state: "live" }, "went-offline", 0);
  expect(nextConnection(offline, "broke", 0)).toEqual({ state: "offline" });
  expect(nextConnection(offline, "came-online", 0)).toEqual(START);
});
