import { afterEach, expect, test, vi } from "vitest";
import type { Mark } from "@/lib/marks";
import { note, pending } from "./log";
import { send } from "./send";

const star = (starred: boolean): Mark => ({ kind: "star", ids: [7], starred });
const read: Mark = { kind: "read", ids: [7], read: true };

/** A mark whose request is answered when one wants it to be. */
function mark(what: Mark) {
  let answer = () => {};
  let refuse = () => {};
  const answered = new Promise<void>((resolve, reject) => {
    answer = resolve;
    refuse = () => reject(new Error("refused"));
  });
  const made = {
    isSent: false,
    isApplied: false,
    answer,
    refuse,
    end: Promise.resolve<unknown>(0),
  };
  const request = () => {
    made.isSent = true;
    return answered;
  };
  made.end = send(note({ kind: "mark", mark: what }), request, () => {
    made.isApplied = true;
  });
  return made;
}

const aMoment = () => new Promise((resolve) => setTimeout(resolve));

afterEach(() => vi.unstubAllGlobals());

test("marks that contradict each other are sent one after the other", async () => {
  const [first, second] = [mark(star(true)), mark(star(false))];
  await aMoment();
  expect([first.isSent, second.isSent]).toEqual([true, false]);
  first.answer();
  await aMoment();
  expect(second.isSent).toBe(true);
  second.answer();
  await second.end;
  expect(pending.get().lines).toEqual([]);
});

test("a mark does not wait for others that it does not contradict", async () => {
  const marks = [mark(star(true)), mark(read), mark(star(true))];
  await aMoment();
  expect(marks.map(({ isSent }) => isSent)).toEqual([true, true, true]);
  for (const one of marks) one.answer();
  await Promise.all(marks.map(({ end }) => end));
});

test("a refused mark leaves the log unapplied, and the one behind it is sent", async () => {
  const [first, second] = [mark(star(true)), mark(star(false))];
  first.refuse();
  await expect(first.end).rejects.toThrow("refused");
  expect(first.isApplied).toBe(false);
  second.answer();
  await second.end;
  expect([second.isSent, second.isApplied]).toEqual([true, true]);
});
