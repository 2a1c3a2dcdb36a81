import { expect, test } from "vitest";
import { secretInLink } from "./secret-in-link";

test.each([
  ["#invite=abc_-1", "invite", undefined, "abc_-1"],
  ["invite=abc", "invite", undefined, "abc"],
  ["", "invite", "from-query", "from-query"],
  ["#other=abc", "invite", undefined, null],
  ["#invite=", "invite", undefined, null],
])("%s has %s", (hash, name, query, secret) => {
  expect(secretInLink(hash, name, query)).toBe(secret);
});
