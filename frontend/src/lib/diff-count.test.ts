import { expect, test } from "vitest";
import { countChanges } from "./diff-count";

test.each([
  ["<p>The council has <del>met</del><ins>decided at last</ins>.</p>", 3, 1],
  ["<p>Nothing</p>", 0, 0],
  ['<p><ins><img src="x"></ins></p>', 1, 0],
  ["<p><del>one\ntwo</del> and <del>three</del></p>", 0, 3],
])("%s: %d added, %d removed", (html, added, removed) => {
  expect(countChanges(html, [])).toEqual({ added, removed });
});

test("the title counts too", () => {
  const title = [
    { kind: "same" as const, text: "A bridge " },
    { kind: "removed" as const, text: "too far" },
    { kind: "added" as const, text: "for the river" },
  ];
  expect(countChanges("", title)).toEqual({ added: 3, removed: 2 });
});
