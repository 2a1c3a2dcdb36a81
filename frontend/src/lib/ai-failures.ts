// Why a model has nothing to show, in the reader's words: one message for each code of the
// server. A code without one does not compile.
import type { components } from "@/api/schema";
import type english from "@/messages/en/entry";

export type AiFailure = NonNullable<components["schemas"]["Summary"]["code"]>;

export const AI_FAILURES = {
  not_judged: "aiFailedNotJudged",
  timeout: "aiFailedTimeout",
  connection: "aiFailedConnection",
  server_error: "aiFailedServer",
  empty_answer: "aiFailedEmpty",
  unreadable_answer: "aiFailedUnreadable",
  invalid_request: "aiFailedRequest",
  no_text: "aiFailedNoText",
  internal: "aiFailedInternal",
} as const satisfies Record<AiFailure, keyof typeof english>;

/** Return the message for a code; null: a newer server has a reason that we do not know. */
export function aiFailureKey(code: string | null) {
  return code !== null && Object.hasOwn(AI_FAILURES, code)
    ? AI_FAILURES[code as AiFailure]
    : null;
}
