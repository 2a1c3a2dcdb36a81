import { expect, test } from "vitest";
import { asksToPlay, playerAddress } from "./players";

test("a player is asked of our own server, by the page it is on", () => {
  expect(playerAddress("https://www.youtube.com/watch?v=a&t=1#x")).toBe(
    "/api/v1/player?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Da%26t%3D1%23x",
  );
});

test("whoever wants another window gets one", () => {
  const click = { button: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  expect(asksToPlay(click)).toBe(true);
  for (const other of [
    { button: 1 },
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
  ]) {
    expect(asksToPlay({ ...click, ...other })).toBe(false);
  }
});
