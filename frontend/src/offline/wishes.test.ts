import { expect, test } from "vitest";
import type { Highlight } from "@/api/types";
import type { HighlightWish } from "@/queries/deliver";
import { allKeptHighlights, keptHighlights, worthSending } from "./wishes";

const passage = { quote: "a bridge", prefix: "", suffix: "", position: 4 };
const create: HighlightWish = {
  kind: "create",
  id: "a",
  entryId: 1,
  at: 1,
  passage,
  note: "",
  color: "yellow",
};
const change: HighlightWish = { kind: "change", id: "a", entryId: 1, at: 2, note: "See also" };
const remove: HighlightWish = { kind: "delete", id: "a", entryId: 1, at: 3 };
const other = { id: "b", entry_id: 2, note: "", color: "blue", deleted_at: null } as Highlight;

test("a change before a deletion need not be sent, the making must", () => {
  // It may have arrived already, with only the answer lost: then the deletion is needed.
  expect(worthSending([create, change, remove])).toEqual([create, remove]);
  expect(worthSending([remove, change])).toEqual([remove, change]);
});

test("an entry shows the highlights made without a network", () => {
  expect(keptHighlights([other], [create, change], 1)).toMatchObject([
    { id: "a", note: "See also", quote: "a bridge", found: null },
  ]);
  expect(keptHighlights([other], [create, remove], 1)).toEqual([]);
});

test("the list of all highlights follows as well", () => {
  expect(allKeptHighlights([other], [create, change]).map((one) => one.id)).toEqual(["a", "b"]);
  expect(allKeptHighlights([other], [create, remove]).map((one) => one.id)).toEqual(["b"]);
});
