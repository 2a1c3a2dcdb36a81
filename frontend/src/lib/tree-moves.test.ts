import { describe, expect, test } from "vitest";
import { canHold, dropMove, placeAmong, stepMove } from "./tree-moves";

const at = (id: number, position: number) => ({ id, position });
type Placed = ReturnType<typeof at>;

function orderAfter(siblings: Placed[], changes: Placed[], added = 0): number[] {
  const changed = new Map(changes.map((one) => [one.id, one.position]));
  const all = added ? [...siblings, at(added, 0)] : siblings;
  return all
    .map((one) => at(one.id, changed.get(one.id) ?? one.position))
    .sort((one, other) => one.position - other.position || one.id - other.id)
    .map((one) => one.id);
}

describe("placing among siblings", () => {
  const spaced = [at(1, 10), at(2, 20), at(3, 30)];

  test("a free number between two is one change", () => {
    expect(placeAmong(spaced, 3, 1)).toEqual([at(3, 15)]);
    expect(placeAmong(spaced, 9, 3)).toHaveLength(1);
  });

  test.each([
    [1, 0, [1, 2, 3]],
    [1, 2, [2, 1, 3]],
    [1, 3, [2, 3, 1]],
    [3, 0, [3, 1, 2]],
    [3, 1, [1, 3, 2]],
    [2, 2, [1, 2, 3]],
  ])("%d before index %d", (id, to, expected) => {
    expect(orderAfter(spaced, placeAmong(spaced, id, to))).toEqual(expected);
    const dense = spaced.map((one, index) => at(one.id, index));
    expect(orderAfter(dense, placeAmong(dense, id, to))).toEqual(expected);
    const equal = spaced.map((one) => at(one.id, 0));
    expect(orderAfter(equal, placeAmong(equal, id, to))).toEqual(expected);
  });

  test("one from elsewhere finds its place", () => {
    const dense = [at(1, 0), at(2, 1)];
    expect(orderAfter(dense, placeAmong(dense, 7, 1), 7)).toEqual([1, 7, 2]);
    expect(placeAmong([], 7, 0)).toHaveLength(1);
  });
});

test("a folder is never inside itself", () => {
  const folder = (id: number, parent_id: number | null) => ({
    id,
    parent_id,
    name: "",
    position: 0,
    created_at: 0,
    updated_at: 0,
    muted: false,
    unread: 0,
  });
  const folders = [folder(1, null), folder(2, 1), folder(3, 2), folder(4, null)];
  expect(canHold(folders, 3, 1)).toBe(false);
  expect(canHold(folders, 1, 1)).toBe(false);
  expect(canHold(folders, 4, 1)).toBe(true);
  expect(canHold(folders, null, 1)).toBe(true);
});

describe("dropping", () => {
  const folder = (id: number, parent_id: number | null, position: number) => ({
    id,
    parent_id,
    name: "",
    position,
    created_at: 0,
    updated_at: 0,
    muted: false,
    unread: 0,
  });
  const sub = (id: number, folder_id: number | null, position: number) => ({
    id,
    folder_id,
    position,
  });
  const tree = {
    folders: [folder(1, null, 10), folder(2, null, 20), folder(3, 1, 10)],
    subscriptions: [sub(11, null, 10), sub(12, null, 20), sub(13, 1, 10)],
  };
  const feed = (id: number) => ({ kind: "feed" as const, id });
  const dir = (id: number) => ({ kind: "folder" as const, id });

  test.each([
    [feed(11), dir(1), "before", 1],
    [feed(13), feed(12), "after", null],
    [feed(11), feed(13), "before", 1],
    [feed(13), null, "into", null],
    [dir(2), dir(1), "into", 1],
    [dir(3), dir(2), "after", null],
    [dir(3), null, "into", null],
  ] as const)("%j on %j (%s) is in %s", (dragged, target, zone, folderId) => {
    expect(dropMove(tree, dragged, target, zone)?.folderId).toBe(folderId);
  });

  test.each([
    [dir(1), dir(3), "into"],
    [dir(1), dir(1), "into"],
    [dir(1), feed(11), "before"],
    [feed(11), feed(11), "after"],
  ] as const)("%j may not be dropped on %j (%s)", (dragged, target, zone) => {
    expect(dropMove(tree, dragged, target, zone)).toBeNull();
  });

  test("beside another it takes the place between", () => {
    expect(dropMove(tree, feed(13), feed(12), "before")?.positions).toEqual([at(13, 15)]);
  });

  test("a step moves past one sibling, and stops at the end", () => {
    expect(stepMove(tree, feed(12), -1)?.positions).toEqual([at(12, 4)]);
    expect(stepMove(tree, feed(11), -1)).toBeNull();
    expect(stepMove(tree, dir(2), 1)).toBeNull();
    expect(stepMove(tree, dir(2), -1)?.folderId).toBeNull();
  });
});
