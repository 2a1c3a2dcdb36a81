import { describe, expect, test } from "vitest";
import {
  type Field,
  type Intent,
  intentsOf,
  merge,
  nextMoment,
  type Registers,
  registerOf,
  winsOver,
  withIntent,
} from "./intents";

// Small numbers on purpose: intents must meet on the same marks and moments.
const FIELDS: Field[] = ["read", "starred", "tag:rivers"];
const ROUNDS = 300;

/** A stream of numbers in [0, 1) that is the same for the same seed. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <One>(roll: () => number, from: readonly One[]): One =>
  from[Math.floor(roll() * from.length)] as One;

function someIntents(roll: () => number, most: number): Intent[] {
  return Array.from({ length: Math.floor(roll() * most) }, () => ({
    entryId: 1 + Math.floor(roll() * 3),
    field: pick(roll, FIELDS),
    value: roll() < 0.5,
    at: Math.floor(roll() * 6),
  }));
}

function shuffled<One>(roll: () => number, list: readonly One[]): One[] {
  const rest = [...list];
  return list.map(() => rest.splice(Math.floor(roll() * rest.length), 1)[0] as One);
}

function parts<One>(roll: () => number, list: readonly One[]): One[][] {
  const found: One[][] = [[]];
  for (const one of list) {
    if (roll() < 0.3) found.push([]);
    found.at(-1)?.push(one);
  }
  return found;
}

const sorted = (registers: Registers) => [...registers].sort(([a], [b]) => a.localeCompare(b));
const NONE: Registers = new Map();

describe("any order of the same intents", () => {
  test.each(Array.from({ length: ROUNDS }, (_, seed) => seed))(
    "ends in the same state (seed %i)",
    (seed) => {
      const roll = dice(seed);
      const intents = someIntents(roll, 20);
      const whole = merge(NONE, intents);
      let inParts: Registers = NONE;
      for (const part of parts(roll, shuffled(roll, intents))) inParts = merge(inParts, part);
      expect(sorted(inParts)).toEqual(sorted(whole));
      expect(sorted(merge(whole, intents))).toEqual(sorted(whole));
    },
  );
});

test("at one moment yes beats no, from whichever side one looks", () => {
  const yes: Intent = { entryId: 1, field: "starred", value: true, at: 5 };
  const no: Intent = { ...yes, value: false };
  expect(winsOver(yes, no)).toBe(true);
  expect(winsOver(no, yes)).toBe(false);
});

test("moments of one device never repeat, even when its clock is set back", () => {
  expect(nextMoment(0, 1.5)).toBe(1500);
  expect(nextMoment(1500, 1.5)).toBe(1501);
  expect(nextMoment(9000, 1)).toBe(9001);
});

test("a mark of many entries is an intent for each", () => {
  const intents = intentsOf({ kind: "tag", ids: [1, 2], tag: "a:b", tagged: true }, 7);
  expect(intents.map(registerOf)).toEqual(["1:tag:a:b", "2:tag:a:b"]);
});

test("an intent that changes nothing returns the same entry", () => {
  const entry = { read: false, starred: true, tags: ["b"] };
  expect(withIntent(entry, { field: "starred", value: true })).toBe(entry);
  expect(withIntent(entry, { field: "tag:a", value: true }).tags).toEqual(["a", "b"]);
  expect(withIntent(entry, { field: "tag:b", value: false }).tags).toEqual([]);
});
