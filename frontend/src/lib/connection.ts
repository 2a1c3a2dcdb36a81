// The life of the live connection as values. Pure: what happened + state -> state.

export type Connection =
  | { state: "connecting"; failures: number }
  | { state: "live" }
  | { state: "waiting"; failures: number; delay: number } // milliseconds until the next try
  | { state: "offline" };

export type Happening = "opened" | "broke" | "went-offline" | "came-online" | "wait-over";

export const START: Connection = { state: "connecting", failures: 0 };

const SHORTEST = 2_000;
const LONGEST = 60_000;

/** Return the next state. `dice` is between 0 and 1 and spreads the tries of many clients. */
export function nextConnection(
  before: Connection,
  happening: Happening,
  dice: number,
): Connection {
  switch (happening) {
    case "opened":
      return { state: "live" };
    case "went-offline":
      return { state: "offline" };
    case "came-online":
      return before.state === "live" ? before : START;
    case "wait-over":
      return before.state === "waiting"
        ? { state: "connecting", failures: before.failures }
        : before;
    case "broke":
      return before.state === "offline" ? before : waiting(failuresOf(before) + 1, dice);
  }
}

function failuresOf(connection: Connection): number {
  return "failures" in connection ? connection.failures : 0;
}

function waiting(failures: number, dice: number): Connection {
  const delay = Math.min(LONGEST, SHORTEST * 2 ** (failures - 1));
  return { state: "waiting", failures, delay: Math.round(delay * (0.5 + dice / 2)) };
}
