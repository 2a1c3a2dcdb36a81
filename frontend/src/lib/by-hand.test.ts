import { beforeEach, expect, test } from "vitest";
import { createHand, type Hand } from "./by-hand";

let hand: Hand;

beforeEach(() => {
  hand = createHand();
});

function scrolls(from: number, to: number): void {
  for (let now = from; now <= to; now += 16) hand.scrolled(now);
}

test("what moves right after a finger, it has moved", () => {
  hand.moves(0);
  scrolls(16, 400);
  expect(hand.isMoving(550)).toBe(true);
});

test("a list that was thrown is moved by hand until it rests", () => {
  hand.moves(0);
  scrolls(16, 3_500);
  expect(hand.isMoving(3_650)).toBe(true);
});

test("what moves by itself some time later is not moved by hand", () => {
  hand.moves(0);
  for (const jump of [1_500, 3_000]) hand.scrolled(jump);
  expect(hand.isMoving(3_150)).toBe(false);
});

test("a key that leads elsewhere ends it", () => {
  hand.moves(0);
  hand.letsGo();
  scrolls(16, 200);
  expect(hand.isMoving(350)).toBe(false);
});
