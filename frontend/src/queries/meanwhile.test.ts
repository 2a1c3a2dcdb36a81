import { expect, test } from "vitest";
import type { ListedEntry } from "@/api/types";
import { asChanged, asHeld, hold, noteChange } from "./meanwhile";

const ENTRY = { id: 7, read: false, starred: false } as ListedEntry;

const read = (isSo: boolean) => {
  return <Item extends { read: boolean }>(entry: Item): Item => ({ ...entry, read: isSo });
};

/** Ask for the entry; `meanwhile` happens while it is on its way. */
function ask(meanwhile: () => void = () => undefined): Promise<ListedEntry> {
  const load = async () => {
    meanwhile();
    return ENTRY;
  };
  return asChanged(load, (entry, change) => change(entry));
}

test("an answer follows what was changed after it was asked for, the last one last", async () => {
  const both = () => {
    noteChange(read(false));
    noteChange(read(true));
  };
  expect((await ask(both)).read).toBe(true);
});

test("what was changed before is no affair of an answer", async () => {
  noteChange(read(true));
  expect((await ask()).read).toBe(false);
  await ask(() => noteChange(read(true)));
  expect((await ask()).read).toBe(false);
});

test("what is not sent yet is seen in every answer, until it is let go", async () => {
  const release = hold(read(true));
  expect((await ask()).read).toBe(true);
  // The answer may be older than the news that the server knows.
  expect((await ask(release)).read).toBe(true);
  expect((await ask()).read).toBe(false);
});

test("what was wished later stands above a wish that takes longer", async () => {
  const releaseAll = hold(read(true));
  const releaseOne = hold(read(false));
  releaseOne();
  expect((await ask()).read).toBe(false);
  releaseAll();
  const releaseNext = hold(read(true));
  expect((await ask()).read).toBe(true);
  releaseNext();
});

test("an answer that fails leaves nothing behind", async () => {
  const fails = () => {
    noteChange(read(true));
    throw new Error("no answer");
  };
  await expect(ask(fails)).rejects.toThrow("no answer");
  expect((await ask()).read).toBe(false);
});

test("news of an entry do not undo what is on its way", () => {
  const release = hold(read(true));
  expect(asHeld(ENTRY).read).toBe(true);
  release();
  expect(asHeld(ENTRY).read).toBe(false);
});
