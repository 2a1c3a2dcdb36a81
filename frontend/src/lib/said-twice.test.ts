import { expect, test } from "vitest";
import { repeatsBeginning, restOfExcerpt } from "./said-twice";

test.each([
  ["The quay is open", "The quay is open.", ""],
  [
    "The quay is open",
    "the  quay is OPEN — and free for all on Sundays.",
    "and free for all on Sundays.",
  ],
  ["The quay is open", "Ships may land again.", "Ships may land again."],
  [
    "I think that the old …",
    "I think that the old harbour was better than this.",
    "… harbour was better than this.",
  ],
  [
    "I think that the old...",
    "I think that the old harbour was better than this.",
    "… harbour was better than this.",
  ],
  ["Port", "Portugal wins the cup after all", "Portugal wins the cup after all"],
  ["A very long title that goes on", "A very long title that …", ""],
  ["Fog", "Fog: now.", ""],
  ["", "Only words", "Only words"],
  ["!!!", "Only words", "Only words"],
  ["Ça va", "Ça va, said the captain of the ship", "said the captain of the ship"],
])("beside “%s”, “%s” reads “%s”", (title, excerpt, rest) => {
  expect(restOfExcerpt(excerpt, title)).toBe(rest);
});

const HTML = "<p>The <b>quay</b> is open &amp; free.</p><p>Ships may land.</p>";

test.each([
  ["The quay is open & free.", true],
  ["Ships may land.", true],
  ["The mayor was there.", false],
  ["", true],
])("“%s” is read at the beginning anyway: %s", (sentence, isRepeated) => {
  expect(repeatsBeginning(sentence, HTML)).toBe(isRepeated);
});

test("what comes late in a text is not read at once", () => {
  const html = `<p>${"Words of no weight. ".repeat(60)}</p><p>The mayor was there.</p>`;
  expect(repeatsBeginning("The mayor was there.", html)).toBe(false);
});
