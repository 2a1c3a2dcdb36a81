import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { Marked } from "@/lib/pending";
import { changeEntries, upToDate } from "./patch-cache";

const ENTRY: Marked = {
  id: 7,
  feed_id: 1,
  received_at: 1,
  read: false,
  starred: false,
  tags: [],
};
const client = new QueryClient();

/** The server says so of every entry. */
const say = (read: boolean) => changeEntries(client, (entry) => ({ ...entry, read }));

/** Ask for the entry; `meanwhile` happens while it is on its way. */
function ask(meanwhile: () => void = () => undefined): Promise<Marked> {
  const load = async () => {
    meanwhile();
    return ENTRY;
  };
  return upToDate(load, (entry, change) => change(entry));
}

test("an answer follows what the server said after it was asked for, the last one last", async () => {
  const both = () => {
    say(false);
    say(true);
  };
  expect((await ask(both)).read).toBe(true);
});

test("what the server said before is part of the answer already", async () => {
  say(true);
  expect((await ask()).read).toBe(false);
  await ask(() => say(true));
  expect((await ask()).read).toBe(false);
});

test("an answer that fails leaves nothing behind", async () => {
  const fails = () => {
    say(true);
    throw new Error("no answer");
  };
  await expect(ask(fails)).rejects.toThrow("no answer");
  expect((await ask()).read).toBe(false);
});
