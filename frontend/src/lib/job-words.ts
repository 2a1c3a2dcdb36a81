// Why long work failed, wholly or in part, in the reader's language: the server speaks English.
import type { Job } from "@/api/types";
import type refusals from "@/messages/en/refusals";
import type { Language } from "./languages";
import { refusalWords, words } from "./server-words";

type RefusalKey = keyof typeof refusals;

// A row of a list of feeds.
const ROW: Record<string, RefusalKey> = {
  not_an_address: "rowNoAddress",
  not_a_feed: "rowNoFeed",
  has_login: "rowLogin",
  too_many: "rowTooMany",
  cut_off: "rowsCutOff",
  not_yours: "rowNotYours",
};
// A line of a file that holds everything of a reader.
const LINE: Record<string, RefusalKey> = {
  unreadable: "lineUnreadable",
  no_sense: "lineNoSense",
  too_many: "lineTooMany",
  cut_off: "lineCutOff",
  not_yours: "rowNotYours",
};

type Failed = Pick<Job, "kind" | "error" | "error_code" | "result">;

/** Return a job with all its reasons in our words; those that we do not know stay. */
export async function translatedJob<Kind extends Failed>(
  language: Language,
  job: Kind,
): Promise<Kind> {
  const { items, problems } = job.result;
  const rows = job.kind === "import_user" ? LINE : ROW;
  return {
    ...job,
    error: await translatedError(language, job),
    result: {
      ...job.result,
      ...(Array.isArray(items) && {
        items: await Promise.all(items.map((item) => translatedItem(language, item))),
      }),
      ...(Array.isArray(problems) && {
        problems: await Promise.all(
          problems.map((problem) => translatedProblem(language, rows, problem)),
        ),
      }),
    },
  };
}

/** Return why a job failed; null: it did not. */
export async function translatedError(
  language: Language,
  { error, error_code: code }: Pick<Job, "error" | "error_code">,
): Promise<string | null> {
  if (error === null || code === null) return error;
  return (await refusalWords(language, { code, message: error, details: {} })) ?? error;
}

async function translatedItem(language: Language, item: unknown): Promise<unknown> {
  if (!isRecord(item)) return item;
  if (typeof item.problem === "string" && item.problem !== "") {
    return { ...item, problem: await words(language, "refusals", "followedUnread") };
  }
  if (typeof item.code !== "string") return item;
  const said = { code: item.code, message: String(item.message ?? ""), details: item };
  const message = await refusalWords(language, said);
  return message === null ? item : { ...item, message };
}

async function translatedProblem(
  language: Language,
  known: Record<string, RefusalKey>,
  problem: unknown,
): Promise<unknown> {
  if (!isRecord(problem)) return problem;
  const key = known[String(problem.code)];
  const subject = String(problem.subject ?? "");
  return key
    ? { ...problem, reason: await words(language, "refusals", key, { subject }) }
    : problem;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
