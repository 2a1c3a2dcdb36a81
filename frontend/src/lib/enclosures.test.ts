import { expect, test } from "vitest";
import { filesOf, kindOf, nameOf } from "./enclosures";

const file = (url: string, type: string | null = null, title: string | null = null) => ({
  url,
  type,
  title,
  length: null,
});

test.each([
  ["https://a.example/talk", "audio/mpeg", "audio"],
  ["https://a.example/talk.mp3?token=1", null, "audio"],
  ["https://a.example/talk.MP4", "application/octet-stream", "video"],
  ["https://a.example/picture.webp", "", "image"],
  ["https://a.example/paper.pdf", "application/pdf", "file"],
  ["not an address", null, "file"],
])("%s (%s) is %s", (url, type, kind) => {
  expect(kindOf(file(url, type))).toBe(kind);
});

test("pictures are no files", () => {
  const [sound, picture] = [file("https://a.example/a.mp3"), file("https://a.example/a.png")];
  expect(filesOf([picture, sound])).toEqual([sound]);
});

test.each([
  [file("https://a.example/x/Nice%20talk.mp3"), "Nice talk.mp3"],
  [file("https://a.example/%zz.mp3"), "%zz.mp3"],
  [file("https://a.example/x.mp3", null, "Episode 4"), "Episode 4"],
  [file("https://a.example/"), "https://a.example/"],
])("a file is called by its title, or by its address (%#)", (given, name) => {
  expect(nameOf(given)).toBe(name);
});
