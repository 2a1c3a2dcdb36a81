import { expect, test } from "vitest";
import { type Noted, noteAnswer, noteMark } from "./also-read";
import type { Mark } from "./marks";

const read = (...ids: number[]): Mark => ({ kind: "read", ids, read: true });
const unread = (...ids: number[]): Mark => ({ kind: "read", ids, read: false });
const MINUTE = 60_000;

/** Marks as read and receives the answer of the server; returns what is known then. */
function readWith(mark: Mark, alsoRead: number[], known: Noted["known"] = []): Noted["known"] {
  return noteAnswer(noteMark(known, mark, 0).known, mark, alsoRead).known;
}

test("what was also read comes back with its mark, once", () => {
  const { known, back } = noteMark(readWith(read(1), [7, 8]), unread(1), MINUTE);
  expect(back).toEqual([7, 8]);
  expect(noteMark(known, unread(1), MINUTE).back).toEqual([]);
});

test("of a mark of many entries the last one that is taken back brings them", () => {
  const first = noteMark(readWith(read(1, 2), [7]), unread(1), MINUTE);
  expect(first.back).toEqual([]);
  expect(noteMark(first.known, unread(2, 3), MINUTE).back).toEqual([7]);
});

test("several marks that are taken back at once bring all of theirs", () => {
  const known = readWith(read(2), [8], readWith(read(1), [7]));
  expect(noteMark(known, unread(1, 2), MINUTE).back).toEqual([7, 8]);
});

test("a mark that is taken back before the server answered brings them when it does", () => {
  const mark = read(1);
  const quick = noteMark(noteMark([], mark, 0).known, unread(1), 1);
  expect(quick.back).toEqual([]);
  expect(noteAnswer(quick.known, mark, [7])).toEqual({ known: [], back: [7] });
});

test("what was read for its own sake stays read", () => {
  const known = readWith(read(7), [], readWith(read(1), [7, 8]));
  expect(noteMark(known, unread(1), MINUTE).back).toEqual([8]);
});

test("much later, and for other marks, unread is meant of the one entry", () => {
  const known = readWith(read(1), [7]);
  expect(noteMark(known, unread(1), 11 * MINUTE).back).toEqual([]);
  expect(noteMark(known, { kind: "star", ids: [1], starred: false }, 1).back).toEqual([]);
  expect(noteMark(known, unread(2), 1).back).toEqual([]);
  expect(readWith(read(1), [])).toEqual([]);
});
