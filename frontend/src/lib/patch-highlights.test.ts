import { expect, test } from "vitest";
import {
  overlayHighlights,
  overlayPlaced,
  patchHighlights,
  patchPlaced,
} from "./patch-highlights";
import { type HighlightChange, type Line, pendingOf } from "./pending";

const PASSAGE = { quote: "holds", prefix: "it ", suffix: ".", position: 3 };
const CREATE: HighlightChange = {
  kind: "create",
  id: "a",
  entryId: 7,
  at: 10,
  passage: PASSAGE,
  note: "",
  color: "yellow",
};
const [MADE] = patchPlaced([], CREATE);

test("a new highlight is there at once, and once only when it is made twice", () => {
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
  const deletion: HighlightChange = { kind: "delete", id: "b", entryId: 7, at: 12 };
  expect(patchHighlights(MADE ? [MADE] : [], deletion)).toEqual([MADE]);
  expect(patchHighlights(MADE ? [MADE] : [], { ...deletion, id: "a" })).toEqual([]);
});

const pending = (...changes: HighlightChange[]) =>
  pendingOf(
    changes.map(
      (highlight, at): Line => ({
        id: `${at}`,
        owner: 1,
        at,
        change: { kind: "highlight", highlight },
        before: [],
      }),
    ),
  );
const NOTE: HighlightChange = { kind: "change", id: "a", entryId: 7, at: 11, note: "why?" };
const DELETE: HighlightChange = { kind: "delete", id: "a", entryId: 7, at: 12 };

test("pending highlights are shown in their entry, and in no other", () => {
  expect(overlayPlaced([], pending(CREATE, NOTE), 7)).toMatchObject([
    { id: "a", note: "why?" },
  ]);
  expect(overlayPlaced([], pending(CREATE, NOTE), 8)).toEqual([]);
  expect(overlayPlaced([], pending(CREATE, DELETE), 7)).toEqual([]);
});

test("the list of all highlights begins with those that are pending", () => {
  const known = { ...MADE, id: "b" } as NonNullable<typeof MADE>;
  const ids = (...changes: HighlightChange[]) =>
    overlayHighlights([known], pending(...changes)).map((one) => one.id);
  expect(ids(CREATE, NOTE)).toEqual(["a", "b"]);
  expect(ids(CREATE, DELETE)).toEqual(["b"]);
});
