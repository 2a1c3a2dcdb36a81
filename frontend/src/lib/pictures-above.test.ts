import { expect, test } from "vitest";
import { isPictureAddress, largestSource, picturesAbove, roomOf } from "./pictures-above";

const picture = (url: string, above_content = true, above_full_text = true) => ({
  url,
  width: null,
  height: null,
  caption: null,
  above_content,
  above_full_text,
});
const [one, two] = [picture("/one"), picture("/two", false)];
const film = { url: "https://a.example/f.mp4", type: "video/mp4" } as never;

test("what the text shows is not shown above it", () => {
  const entry = { pictures: [one, two], image_url: "/one", enclosures: [] };
  expect(picturesAbove(entry, false)).toEqual([one]);
  expect(picturesAbove(entry, true)).toEqual([one, two]);
});

test("the poster of a film is not shown twice", () => {
  const entry = { pictures: [one, two], image_url: "/one", enclosures: [film] };
  expect(picturesAbove(entry, true)).toEqual([two]);
});

test.each([
  ["https://a.example/p.JPG?x=1", true],
  ["https://a.example/jpg", false],
  ["not an address.png", false],
])("%s is the address of a picture: %s", (href, is) => {
  expect(isPictureAddress(href)).toBe(is);
});

test.each([
  ["/s", "", "/s"],
  ["/s", "/a 300w, /b 1200w, /c 600w", "/b"],
  ["/s", "/a 1x, /b 2x", "/b"],
  ["", "/a", "/a"],
])("of %s and “%s”, %s is the largest", (src, srcset, largest) => {
  expect(largestSource(src, srcset)).toBe(largest);
});

test.each([
  [false, { width: 800, height: 600 }, { style: { aspectRatio: "1" }, fit: "cover" }],
  [true, undefined, { style: { aspectRatio: "3 / 2" }, fit: "scale-down" }],
  [true, { width: 800, height: 600 }, { style: { aspectRatio: "800 / 600" }, fit: "contain" }],
  [
    true,
    { width: 240, height: 135 },
    { style: { aspectRatio: "240 / 135", maxWidth: "240px" }, fit: "contain" },
  ],
])("a picture has its room before it is there (large: %s, %o)", (isLarge, size, room) => {
  expect(roomOf(isLarge, size)).toEqual(room);
});
