import { expect, test } from "vitest";
import { changesOf } from "./apply-event";

test("new entries are announced, and no list is loaded again", () => {
  const data = { first_id: 9, last_id: 11, count: 3, feed_id: 7 };
  const changes = changesOf({ kind: "entry_added", data });
  expect(changes.arrived).toEqual({ feedId: 7, count: 3, lastId: 11 });
  expect(changes.stale).toEqual(["counts"]);
});

test("marks of another device become marks here", () => {
  expect(changesOf({ kind: "state_changed", data: { ids: [1, 2], read: true } }).marks).toEqual(
    [{ kind: "read", ids: [1, 2], read: true }],
  );
  expect(
    changesOf({ kind: "state_changed", data: { ids: [1], tag: "x", tagged: false } }),
  ).toMatchObject({
    marks: [{ kind: "tag", ids: [1], tag: "x", tagged: false }],
    stale: ["counts", "tags"],
  });
});

test("an entry that was taken out of a story elsewhere is loaded again", () => {
  const data = { ids: [1], story: null };
  expect(changesOf({ kind: "state_changed", data })).toMatchObject({
    marks: [],
    entries: [1],
    stale: ["stories"],
  });
});

test("a whole list read elsewhere is shown as read, not loaded again", () => {
  const changes = changesOf({
    kind: "state_changed",
    data: { all_read: { feed_id: 7, before: 9 } },
  });
  expect(changes.allRead).toEqual({ place: { kind: "feed", id: 7 }, upTo: 9 });
  expect(changes.stale).toEqual(["counts", "tags"]);
});

test("choices made on another device are loaded again", () => {
  const stale = (what: string) => changesOf({ kind: "settings_changed", data: { what } }).stale;
  expect(stale("preferences")).toEqual(["me"]);
  expect(stale("rules")).toEqual(["rules"]);
  expect(stale("digests")).toEqual(["digests"]);
  expect(stale("something new")).toEqual([]);
});

test("the progress of a job is shown with its kind", () => {
  const data = { id: "a", kind: "import_opml", state: "running", done: 3, total: 9 };
  expect(changesOf({ kind: "job_progress", data }).job).toEqual(data);
});

test("after a reset everything is loaded again", () => {
  expect(changesOf({ kind: "reset", data: {} }).stale).toHaveLength(16);
});

test.each(["", "something_new"])("an unknown event %j changes nothing", (kind) => {
  expect(changesOf({ kind, data: { ids: [1] } })).toMatchObject({
    marks: [],
    stale: [],
    entries: [],
  });
});

test("senseless data does no harm", () => {
  expect(changesOf({ kind: "entry_added", data: { count: "x" } }).arrived).toBeNull();
  expect(changesOf({ kind: "job_progress", data: { id: 5 } }).job).toBeNull();
  expect(changesOf({ kind: "entry_changed", data: { ids: ["a", 3] } }).entries).toEqual([3]);
});
