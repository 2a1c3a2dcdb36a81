// Why something of a stranger's server could not be had, in the reader's language.
import type { Job } from "@/api/types";
import { LANGUAGES, type Language } from "./languages";

interface Said {
  code: string | null; // null: nothing failed
  reason: string | null;
}

/** Return what our server said in English with its reason in our words, if there are any. */
export async function inReadersWords<Kind extends Said>(said: Kind): Promise<Kind> {
  if (said.code === null) return said;
  const { failureWords } = await import("./server-words");
  const reason = await failureWords(pageLanguage(), said.code);
  return reason === null ? said : { ...said, reason };
}

/** Return long work with the reason for which it failed in our words. */
export async function endInReadersWords<Kind extends Pick<Job, "error" | "error_code">>(
  job: Kind,
): Promise<Kind> {
  if (job.error === null) return job;
  const { translatedError } = await import("./job-words");
  return { ...job, error: await translatedError(pageLanguage(), job) };
}

/** Return long work with its reasons in our words: why it failed, and what of it did. */
export async function jobInReadersWords(job: Job): Promise<Job> {
  if (job.state === "waiting") return job;
  const { translatedJob } = await import("./job-words");
  return translatedJob(pageLanguage(), job);
}

/** Return the language that the page is in now, for what is said outside of components. */
export function pageLanguage(): Language {
  return LANGUAGES.find((one) => one === document.documentElement.lang) ?? "en";
}
