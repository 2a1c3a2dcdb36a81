import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isHalfAFilter, TypedSearch } from "./typed-search";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("only what rests is searched for", () => {
  const sent: string[] = [];
  const typed = new TypedSearch((query) => sent.push(query));
  for (const text of ["s", "so", "sol "]) {
    typed.type(text);
    vi.advanceTimersByTime(300);
  }
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(50);
  expect(sent).toEqual(["sol"]);
  vi.advanceTimersByTime(5000);
  expect(sent).toEqual(["sol"]);
});

test("a filter without a value waits for it, and takes back what waited", () => {
  const sent: string[] = [];
  const typed = new TypedSearch((query) => sent.push(query));
  typed.type("solar is");
  typed.type("solar is:");
  vi.advanceTimersByTime(5000);
  expect(sent).toEqual([]);
  typed.type("solar is:read");
  typed.stop();
  vi.advanceTimersByTime(5000);
  expect(sent).toEqual([]);
});

test.each([
  ["feed:", true],
  ['a -(feed:"', true],
  ["a -feed:", true],
  ["feed:x", false],
  ["12:", false],
  ["", false],
])("%s is half a filter: %s", (query, expected) => {
  expect(isHalfAFilter(query)).toBe(expected);
});
