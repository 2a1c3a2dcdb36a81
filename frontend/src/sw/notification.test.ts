import { expect, test } from "vitest";
import english from "@/messages/en/push";
import polish from "@/messages/pl/push";
import { notificationOf, readPushed } from "./notification";

const one = {
  title: "A bridge for the river",
  body: "Daily News",
  entry_id: 7,
  url: "/entry/7",
  count: 1,
  tag: "rules",
};

test("one entry is shown in its own words, and leads to it", () => {
  const { title, options } = notificationOf(readPushed(one), english, "en");
  expect([title, options.body, options.tag]).toEqual([one.title, "Daily News", "rules"]);
  expect(options.data).toEqual({ url: "/entry/7", entry_id: 7 });
});

test.each([
  [2, english, "en", "Daily News\nand 1 more"],
  [1235, english, "en", "Daily News\nand 1,234 more"],
  [3, polish, "pl", "Daily News\ni jeszcze 2 inne"],
  [6, polish, "pl", "Daily News\ni jeszcze 5 innych"],
])(
  "of %i entries the others are counted in the reader's language",
  (count, words, language, body) => {
    const shown = notificationOf(readPushed({ ...one, count, url: "/" }), words, language);
    expect(shown.options.body).toBe(body);
  },
);

test("a test says that it is one", () => {
  const shown = notificationOf(readPushed({ ...one, tag: "test" }), english, "en");
  expect(shown.title).toBe(english.testTitle);
});

test.each([null, "text", {}, { title: 5, tag: "rules" }])(
  "what cannot be read is shown without words of its own: %j",
  (data) => {
    expect(notificationOf(readPushed(data), english, "en")).toMatchObject({
      title: "Tidings",
      options: { body: english.somethingNew, data: { url: "/" } },
    });
  },
);

test.each(["https://elsewhere.example/", "//elsewhere.example", "/\\elsewhere.example", 5])(
  "nobody is led elsewhere: %j",
  (url) => {
    expect(readPushed({ ...one, url })?.url).toBe("/");
  },
);
