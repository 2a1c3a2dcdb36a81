import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { throttled } from "./throttled";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function scene(takes: number) {
  const begun: number[] = [];
  const start = Date.now();
  const throttle = throttled(() => {
    begun.push(Date.now() - start);
    return takes === 0 ? Promise.resolve() : new Promise((done) => setTimeout(done, takes));
  });
  return { ...throttle, begun };
}

test("what comes within a moment is one", async () => {
  const { ask, begun } = scene(10);
  ask();
  ask();
  await vi.advanceTimersByTimeAsync(5000);
  expect(begun).toEqual([400]);
});

test("what comes while it loads is asked for once more, after a rest", async () => {
  const { ask, begun } = scene(1000);
  ask();
  for (let moment = 0; moment < 30; moment += 1) {
    await vi.advanceTimersByTimeAsync(100);
    ask();
  }
  await vi.advanceTimersByTimeAsync(20_000);
  expect(begun).toEqual([400, 5400]);
});

test("a quick one comes again as soon as the first did", async () => {
  const { ask, begun } = scene(0);
  ask();
  await vi.advanceTimersByTimeAsync(500);
  ask();
  await vi.advanceTimersByTimeAsync(5000);
  expect(begun).toEqual([400, 800]);
});

test("one that never ends does not block the next for ever", async () => {
  const { ask, begun } = scene(1_000_000);
  ask();
  await vi.advanceTimersByTimeAsync(1000);
  ask();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(begun.length).toBe(2);
});

test("after the end, nothing is asked for", async () => {
  const { ask, stop, begun } = scene(10);
  ask();
  stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(begun).toEqual([]);
});
