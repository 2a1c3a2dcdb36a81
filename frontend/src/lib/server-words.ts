// What the server says in English, in the reader's language. Loaded when it first refuses.
import type { Refusal } from "@/api/errors";
import type { ErrorCode } from "@/api/types";
import type refusals from "@/messages/en/refusals";
import { type AuthCode, authErrorKey } from "./auth-errors";
import { errorGroup } from "./feed-health";
import type { Language } from "./languages";
import { loadArea } from "./message-areas";
import { formatMessage } from "./messages";

type RefusalKey = keyof typeof refusals;

// What a code means to a reader; those about accounts are in auth-errors.ts.
const BY_CODE = {
  INVALID: "invalid",
  MISSING: "missing",
  MALFORMED_JSON: "invalid",
  BAD_REQUEST: "invalid",
  NOT_FOUND: "gone",
  METHOD_NOT_ALLOWED: "invalid",
  TOO_LARGE: "largeFile",
  CROSS_SITE: "otherSite",
  UNKNOWN_HOST: "unknownHost",
  RATE_LIMITED: "busy",
  LIMIT_REACHED: "tooMany",
  ID_TAKEN: "changedMeanwhile",
  CURSOR_INVALID: "listGone",
  LIST_EXPIRED: "listGone",
  UNAUTHORIZED: "signedOut",
  ADMIN_ONLY: "notAllowed",
  READ_ONLY_TOKEN: "notByToken",
  SESSION_REQUIRED: "notByToken",
  BAD_SIGNATURE: "notOurAddress",
  LAST_WAY_IN: "lastWayIn",
  IDENTITY_TAKEN: "identityTaken",
  ALREADY_LINKED: "alreadyLinked",
  PASSKEY_EXISTS: "passkeyExists",
  NOT_AN_ADDRESS: "noAddress",
  ADDRESS_HAS_LOGIN: "addressLogin",
  NO_FEED: "noFeedThere",
  CHOOSE: "severalFeeds",
  TOO_SLOW: "upstreamFailed",
  FEED_DISABLED: "feedDisabled",
  FEED_SHARED: "feedShared",
  FEED_EXISTS: "feedExists",
  FEED_HAS_LOGIN: "feedLogin",
  FEED_NOT_FETCHED: "feedNotFetched",
  FEED_NOT_PUBLIC: "feedNotPublic",
  SAME_ADDRESS: "sameAddress",
  MOVE_REFUSED: "moveRefused",
  BAD_INTERVAL: "intervalWrong",
  BAD_PROXY: "proxyWrong",
  BAD_HEADER: "headerWrong",
  FOLDER_EXISTS: "folderExists",
  FOLDERS_TOO_DEEP: "folderDeep",
  FOLDER_IN_ITSELF: "folderInItself",
  SEARCH_EMPTY: "searchEmpty",
  SEARCH_DATE: "searchDate",
  SEARCH_OPERATOR: "searchOperator",
  SEARCH_VALUE: "searchValue",
  SEARCH_NOT_IN_RULES: "searchNotInRules",
  SEARCH_TOO_SLOW: "searchSlow",
  HIGHLIGHT_MOVING: "changedMeanwhile",
  ADDRESS_BLOCKED: "addressBlocked",
  ADDRESS_REFUSED: "webhookAddress",
  UPSTREAM_FAILED: "upstreamFailed",
  UNSUPPORTED_MEDIA: "unsupportedMedia",
  BAD_EXPRESSION: "expressionWrong",
  AI_OFF: "aiOff",
  BAD_KEY: "badKey",
  WEBHOOK_OFF: "webhookOff",
  EMPTY_FILE: "emptyFile",
  NOT_OPML: "notOpml",
  NOT_AN_EXPORT: "notOurs",
  NEWER_FILE: "newerFile",
  TOO_MANY_JOBS: "tooManyJobs",
  GIVEN_UP: "jobGivenUp",
  UNKNOWN_JOB: "jobUnknown",
  INTERNAL: "broken",
  DATABASE_BUSY: "busy",
  DATABASE_TIMEOUT: "busy",
  DATABASE_UNAVAILABLE: "busy",
  DATABASE_TOO_NEW: "askOperator",
  DATABASE_TOO_OLD: "askOperator",
  DATABASE_DAMAGED: "askOperator",
  DATABASE_NOT_UPGRADED: "askOperator",
  DATABASE_NOT_EMPTY: "askOperator",
  LEASE_LOST: "busy",
  SECRET_UNREADABLE: "askOperator",
  SETTING_INVALID: "askOperator",
  COMMAND_FAILED: "askOperator",
} as const satisfies Record<Exclude<ErrorCode, AuthCode>, RefusalKey>;
// Of these, `reason` says more.
type Describe = (
  language: Language,
  reason: string,
  details: Refusal["details"],
) => Promise<string | null>;
const BY_REASON: Record<string, Describe> = {
  NO_FEED: noFeedWords,
  ADDRESS_BLOCKED: failureWords,
  UPSTREAM_FAILED: failureWords,
};
const NO_ARTICLE = /^(no_article_|too_little$)/;

/** Return our own words for a refusal; null: a newer server said it, its words must do. */
export async function refusalWords(
  language: Language,
  refusal: Pick<Refusal, "code" | "message" | "details">,
): Promise<string | null> {
  const { code, details, message } = refusal;
  const { reason } = details;
  if (code === "TOO_SLOW") return noFeedWords(language, "timeout", {});
  if (typeof reason === "string") {
    const describe = BY_REASON[code];
    const said = (await describe?.(language, reason, details)) ?? null;
    if (said !== null) return said;
  }
  const auth = authErrorKey(code);
  if (auth) return words(language, "auth", auth);
  if (code === "SEARCH_OPERATOR" && typeof details.nearest === "string") {
    return words(language, "refusals", "searchNearest", textsOf(details));
  }
  const key = refusalKey(code);
  return key && words(language, "refusals", key, { ...textsOf(details), message });
}

/** Return our own words for what went wrong at a stranger's server; null: we have none. */
export async function failureWords(language: Language, code: string): Promise<string | null> {
  if (NO_ARTICLE.test(code)) return words(language, "refusals", "noArticle");
  const group = errorGroup(code);
  return group && words(language, "health", group);
}

/** Return the name of the message for a code; null: we do not know the code. */
export function refusalKey(code: string): RefusalKey | null {
  return Object.hasOwn(BY_CODE, code) ? BY_CODE[code as keyof typeof BY_CODE] : null;
}

/** Return what a message may name. */
function textsOf(details: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(details)
      .filter(([, value]) => typeof value === "string")
      .map(([name, value]) => [name, String(value)]),
  );
}

async function noFeedWords(
  language: Language,
  reason: string,
  { allow }: Refusal["details"],
): Promise<string | null> {
  if (reason === "unauthorized") return words(language, "refusals", "noFeedLogin");
  const problem = await failureWords(language, reason);
  // Waiting will not help: somebody has to allow it.
  if (reason === "blocked_address") {
    const help =
      typeof allow === "string"
        ? await words(language, "health", "errorPrivateValue", { allow })
        : await words(language, "health", "errorPrivateHelp");
    return `${problem} ${help}`;
  }
  return problem && words(language, "refusals", "noFeed", { problem });
}

/** Return a message of ours; null: there is none of this name. */
export async function words(
  language: Language,
  area: string,
  key: string,
  values: Record<string, string> = {},
): Promise<string | null> {
  const message = (await loadArea(language, area)).default[key];
  return message === undefined ? null : formatMessage(language, message, values);
}
