import { describe, expect, test } from "vitest";
import {
  type Field,
  holdsAgainst,
  type Intent,
  intentsOf,
  merge,
  nextMoment,
  type Registers,
  registerOf,
  unsent,
  withAllWishes,
  withWishes,
} from "./merge";

// Small numbers on purpose: wishes must meet on the same marks and moments.
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

describe("any order of the same wishes", () => {
  test.each(Array.from({ length: ROUNDS }, (_, seed) => seed))(
    "ends in the same state (seed %i)",
    (seed) => {
      const roll = dice(seed);
      const wishes = someIntents(roll, 20);
      const whole = merge(NONE, wishes);
      let inParts: Registers = NONE;
      for (const part of parts(roll, shuffled(roll, wishes))) inParts = merge(inParts, part);
      expect(sorted(inParts)).toEqual(sorted(whole));
      expect(sorted(merge(whole, wishes))).toEqual(sorted(whole));
    },
  );
});

interface Device {
  waiting: Registers;
  seen: Registers; // what its reader sees
}

/** Two devices mark, go on and off line, and send whenever they can; some answers are lost. */
function play(seed: number): { server: Registers; devices: Device[]; all: Intent[] } {
  const roll = dice(seed);
  const all: Intent[] = [];
  const devices: Device[] = [0, 1].map(() => ({ waiting: NONE, seen: NONE }));
  let server: Registers = NONE;
  const send = (device: Device, isAnswered: boolean) => {
    const sent = [...device.waiting.values()];
    server = merge(server, shuffled(roll, sent));
    if (!isAnswered) return;
    device.waiting = unsent(device.waiting, sent);
    device.seen = merge(server, device.waiting.values());
  };
  for (let step = 0; step < 40; step += 1) {
    const device = pick(roll, devices);
    if (roll() < 0.3) {
      send(device, roll() < 0.7);
      continue;
    }
    const wishes = someIntents(roll, 3);
    all.push(...wishes);
    device.waiting = merge(device.waiting, wishes);
    device.seen = merge(device.seen, wishes);
  }
  for (const device of [...devices, ...devices]) send(device, true);
  return { server, devices, all };
}

describe("any interleaving of two devices", () => {
  test.each(Array.from({ length: ROUNDS }, (_, seed) => seed))(
    "ends with both and the server at the newest wishes (seed %i)",
    (seed) => {
      const { server, devices, all } = play(seed);
      const newest = sorted(merge(NONE, all));
      expect(sorted(server)).toEqual(newest);
      for (const device of devices) {
        expect(device.waiting.size).toBe(0);
        expect(sorted(device.seen)).toEqual(newest);
      }
    },
  );
});

test("a wish made while another was being sent still waits", () => {
  const first: Intent = { entryId: 1, field: "read", value: true, at: 5 };
  const second: Intent = { ...first, value: false, at: 6 };
  const waiting = merge(merge(NONE, [first]), [second]);
  expect([...unsent(waiting, [first]).values()]).toEqual([second]);
  expect(unsent(waiting, [second]).size).toBe(0);
});

test("at one moment yes beats no, from whichever side one looks", () => {
  const yes: Intent = { entryId: 1, field: "starred", value: true, at: 5 };
  const no: Intent = { ...yes, value: false };
  expect(holdsAgainst(yes, no)).toBe(true);
  expect(holdsAgainst(no, yes)).toBe(false);
});

test("moments of one device never repeat, even when its clock is set back", () => {
  expect(nextMoment(0, 1.5)).toBe(1500);
  expect(nextMoment(1500, 1.5)).toBe(1501);
  expect(nextMoment(9000, 1)).toBe(9001);
});

test("a mark of many entries is a wish for each", () => {
  const wishes = intentsOf({ kind: "tag", ids: [1, 2], tag: "a:b", tagged: true }, 7);
  expect(wishes.map(registerOf)).toEqual(["1:tag:a:b", "2:tag:a:b"]);
});

test("what the server says is shown with the wishes it does not know yet", () => {
  const entry = { id: 1, read: false, starred: true, tags: ["b"] };
  const wishes = [
    ...intentsOf({ kind: "read", ids: [1], read: true }, 1),
    ...intentsOf({ kind: "star", ids: [2], starred: false }, 1),
    ...intentsOf({ kind: "tag", ids: [1], tag: "a", tagged: true }, 1),
  ];
  expect(withWishes(entry, wishes)).toEqual({ ...entry, read: true, tags: ["a", "b"] });
  expect(withWishes(entry, [])).toBe(entry);
});

test.each([
  ["of its feed", { feedIds: [7], before: 20, at: 5 }, true],
  ["of all feeds", { feedIds: null, before: 20, at: 5 }, true],
  ["of another feed", { feedIds: [8], before: 20, at: 5 }, false],
  ["from before it came", { feedIds: null, before: 19, at: 5 }, false],
])('an entry is read by an "all read" %s: %j', (_, allRead, isRead) => {
  const entry = { id: 1, feed_id: 7, received_at: 20, read: false, starred: false, tags: [] };
  expect(withAllWishes(entry, [], [allRead]).read).toBe(isRead);
});

test('of "all read" and a mark of the entry itself the newest holds', () => {
  const entry = { id: 1, feed_id: 7, received_at: 20, read: false, starred: false, tags: [] };
  const unread = (at: number) => intentsOf({ kind: "read", ids: [1], read: false }, at);
  const allRead = [{ feedIds: null, before: 20, at: 5 }];
  expect(withAllWishes(entry, unread(4), allRead).read).toBe(true);
  expect(withAllWishes(entry, unread(6), allRead).read).toBe(false);
});
