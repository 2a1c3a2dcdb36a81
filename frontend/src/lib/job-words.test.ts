import { expect, test } from "vitest";
import en from "@/messages/en/refusals";
import pt from "@/messages/pt-BR/refusals";
import { translatedError, translatedJob } from "./job-words";

const done = { kind: "import_opml", error: null, error_code: null };

test("rows of a list are refused in the reader's language, with what they hold", async () => {
  const problems = [
    { line: 0, reason: "In English.", code: "cut_off", subject: "" },
    { line: 7, reason: "In English.", code: "not_an_address", subject: "nonsense" },
    { line: 8, reason: "In English.", code: "newer_than_we_are", subject: "x" },
    { line: 9, reason: "In English." },
  ];
  const job = await translatedJob("pt-BR", { ...done, result: { followed: 3, problems } });
  expect(job.result).toEqual({
    followed: 3,
    problems: [
      { ...problems[0], reason: pt.rowsCutOff },
      { ...problems[1], reason: "“nonsense” não é um endereço da web." },
      problems[2],
      problems[3],
    ],
  });
});

test("lines of one's own file are refused in the reader's language", async () => {
  const problems = [{ line: 3, reason: "In English.", code: "cut_off" }, "Line 5: as it was"];
  const job = { ...done, kind: "import_user", result: { problems } };
  expect((await translatedJob("en", job)).result.problems).toEqual([
    { line: 3, reason: en.lineCutOff, code: "cut_off" },
    "Line 5: as it was",
  ]);
});

test("addresses that could not be followed, or not be read yet, say so", async () => {
  const items = [
    { url: "https://a.example", subscription_id: 1, problem: "" },
    { url: "https://b.example", subscription_id: 2, problem: "The feed could not be read." },
    { url: "https://c.example", code: "NO_FEED", message: "Text.", reason: "dns" },
    { url: "https://d.example", code: "CHOOSE", message: "There are several feeds." },
  ];
  const job = await translatedJob("en", { ...done, kind: "subscribe", result: { items } });
  expect(job.result.items).toEqual([
    items[0],
    { ...items[1], problem: en.followedUnread },
    {
      ...items[2],
      message: "The site’s name cannot be found. Check the address, or try again later.",
    },
    { ...items[3], message: en.severalFeeds },
  ]);
});

test.each([
  [null, null, null],
  ["Given up.", "GIVEN_UP", pt.jobGivenUp],
  ["Not known.", "UNKNOWN_JOB", pt.jobUnknown],
  ["Something went wrong.", "INTERNAL", pt.broken],
  ["From before there were codes.", null, "From before there were codes."],
  ["New.", "NEWER_THAN_WE_ARE", "New."],
])("the end %j with the code %j is shown as %j", async (error, code, shown) => {
  expect(await translatedError("pt-BR", { error, error_code: code })).toBe(shown);
});
