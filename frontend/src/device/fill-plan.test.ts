import { expect, test } from "vitest";
import type { ListedEntry } from "@/api/types";
import { fingerprint, inOrderOfNeed, planFill } from "./fill-plan";

function row(id: number, part: Partial<ListedEntry> = {}): ListedEntry {
  const made = { id, sort_at: id, version: 1, changed_at: null, summary: null, read: false };
  return { ...made, ...part } as unknown as ListedEntry;
}

test("only what is new or has changed is loaded, and what is no longer wanted goes", () => {
  const kept = new Map([
    [1, fingerprint(row(1))],
    [2, fingerprint(row(2))],
    [3, fingerprint(row(3))],
    [9, fingerprint(row(9))],
  ]);
  const wanted = [row(1), row(2, { version: 2 }), row(3, { summary: "Short." }), row(4)];
  expect(planFill(wanted, kept)).toEqual({ load: [2, 3, 4], drop: [9] });
});

test("unread entries come first, and each only once", () => {
  const rows = inOrderOfNeed([row(3, { read: true }), row(2), row(1)], [row(1), row(5)]);
  expect(rows.map((one) => one.id)).toEqual([5, 2, 1, 3]);
});
