import { expect, test } from "vitest";
import type { Mark } from "@/lib/marks";
import { newsBeside, sendInTurn } from "./marks-under-way";

const star = (starred: boolean): Mark => ({ kind: "star", ids: [7], starred });
const read: Mark = { kind: "read", ids: [7], read: true };

/** Something that is answered when one wants it to be. */
function request() {
  let answer = () => {};
  let refuse = () => {};
  const answered = new Promise<void>((resolve, reject) => {
    answer = resolve;
    refuse = () => reject(new Error("refused"));
  });
  const made = {
    isSent: false,
    answer,
    refuse,
    send: async (turn: Promise<unknown>) => {
      await turn;
      made.isSent = true;
      await answered;
    },
  };
  return made;
}

const aMoment = () => new Promise((resolve) => setTimeout(resolve));

test("marks that contradict each other are sent one after the other", async () => {
  const [first, second] = [request(), request()];
  const sent = [sendInTurn(star(true), first.send), sendInTurn(star(false), second.send)];
  await aMoment();
  expect([first.isSent, second.isSent]).toEqual([true, false]);
  first.answer();
  await aMoment();
  expect(second.isSent).toBe(true);
  second.answer();
  await Promise.all(sent);
});

test("a mark does not wait for others that it does not contradict", async () => {
  const [first, other, same] = [request(), request(), request()];
  const sent = [
    sendInTurn(star(true), first.send),
    sendInTurn(read, other.send),
    sendInTurn(star(true), same.send),
  ];
  await aMoment();
  expect([other.isSent, same.isSent]).toEqual([true, true]);
  for (const one of [first, other, same]) one.answer();
  await Promise.all(sent);
});

test("a mark that follows a refused one is sent all the same", async () => {
  const [first, second] = [request(), request()];
  const refused = sendInTurn(star(true), first.send);
  const sent = sendInTurn(star(false), second.send);
  first.refuse();
  await expect(refused).rejects.toThrow("refused");
  second.answer();
  await sent;
  expect(second.isSent).toBe(true);
});

test("news of an earlier mark do not undo the one that is on its way", async () => {
  const marking = request();
  const sent = sendInTurn(star(false), marking.send);
  const news: Mark = { kind: "star", ids: [7, 8], starred: true };
  expect(newsBeside(news).ids).toEqual([8]);
  expect(newsBeside(read)).toBe(read);
  marking.answer();
  await sent;
  expect(newsBeside(news)).toBe(news);
});
