import { expect, test } from "vitest";
import { picturesOf, picturesToDrop } from "./pictures";

const none = { html: "", full_text_html: null, image_url: null, pictures: [] };

test("pictures are found in both texts and in front, each once", () => {
  const entry = {
    image_url: "/api/v1/media/s/a",
    pictures: [{ url: "/api/v1/media/s/a" }, { url: "/api/v1/media/s/d" }],
    html: '<p><img src="/api/v1/media/s/a"><img alt="" src="/api/v1/media/s/b"></p>',
    full_text_html: '<img src="/api/v1/media/s/c">',
  };
  expect(picturesOf(entry)).toEqual([
    "/api/v1/media/s/a",
    "/api/v1/media/s/d",
    "/api/v1/media/s/b",
    "/api/v1/media/s/c",
  ]);
});

test("each picture of a set is found", () => {
  const html = '<img srcset="/api/v1/media/s/a 1x, /api/v1/media/s/b 2x">';
  expect(picturesOf({ ...none, html })).toEqual(["/api/v1/media/s/a", "/api/v1/media/s/b"]);
});

test.each([
  '<img src="https://stranger.example/a.png">',
  '<a href="/api/v1/media/s/a">a link</a>',
  '<img src="https://stranger.example/api/v1/media/s/a">',
])("what our server does not hand on is left alone: %s", (html) => {
  expect(picturesOf({ ...none, html, image_url: "https://stranger.example/a.png" })).toEqual(
    [],
  );
});

test("what is wanted least goes first, and no more than needed", () => {
  const kept = [
    { url: "old", bytes: 40 },
    { url: "new", bytes: 40 },
    { url: "middle", bytes: 40 },
    { url: "forgotten", bytes: 1 },
  ];
  const wanted = ["new", "not here", "middle", "old"];
  expect(picturesToDrop(kept, wanted, 120)).toEqual(["forgotten"]);
  expect(picturesToDrop(kept, wanted, 100)).toEqual(["old", "forgotten"]);
  expect(picturesToDrop(kept, wanted, 0)).toEqual(["new", "middle", "old", "forgotten"]);
});
