import { expect, test } from "vitest";
import type { HighlightWish } from "@/queries/deliver";
import { patchHighlights, patchPlaced } from "./patch-highlights";

const PASSAGE = { quote: "holds", prefix: "it ", suffix: ".", position: 3 };
const CREATE: HighlightWish = {
  kind: "create",
  id: "a",
  entryId: 7,
  at: 10,
  passage: PASSAGE,
  note: "",
  color: "yellow",
};
const [MADE] = patchPlaced([], CREATE);

test("a new highlight is there at once, and once only when it is wished twice", () => {
  expect(patchPlaced(patchPlaced([], CREATE), CREATE)).toHaveLength(1);
  expect(MADE).toMatchObject({ id: "a", entry_id: 7, quote: "holds", found: null });
});

test("a change changes only what it names", () => {
  const changed = patchHighlights(MADE ? [MADE] : [], {
    kind: "change",
    id: "a",
    entryId: 7,
    at: 11,
    note: "why?",
  });
  expect(changed).toEqual([{ ...MADE, note: "why?" }]);
});

test("a deleted one is gone, and others stay", () => {
  const wish: HighlightWish = { kind: "delete", id: "b", entryId: 7, at: 12 };
  expect(patchHighlights(MADE ? [MADE] : [], wish)).toEqual([MADE]);
  expect(patchHighlights(MADE ? [MADE] : [], { ...wish, id: "a" })).toEqual([]);
});
