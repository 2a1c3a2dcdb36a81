import { expect, test } from "vitest";
import { type Intent, merge } from "@/lib/intents";
import cases from "./merge-cases.json";
import { isNewer, type Register } from "./server";

// What the server's own rule decides: tests/core/test_intents.py writes it down.
const CASES = cases as {
  known: [boolean, number | null];
  intents: [boolean, number][];
  after: [boolean, number | null];
}[];

test("the played server decides as the real one", () => {
  for (const { known, intents, after } of CASES) {
    const registers = intents.map(([value, at]): Register => ({ value, at }));
    const start: Register = { value: known[0], at: known[1] };
    const end = registers.reduce((now, one) => (isNewer(one, now) ? one : now), start);
    expect([end.value, end.at]).toEqual(after);
  }
});

test("marks merge here as they do on the server", () => {
  const intent = ([value, at]: [boolean, number]): Intent => ({
    entryId: 1,
    field: "read",
    value,
    at,
  });
  for (const { known, intents, after } of CASES) {
    const [value, at] = known;
    const before = at === null ? [] : [intent([value, at])];
    const merged = [...merge(new Map(), [...before, ...intents.map(intent)]).values()];
    expect(merged.map((one) => [one.value, one.at])).toEqual([after]);
  }
});
