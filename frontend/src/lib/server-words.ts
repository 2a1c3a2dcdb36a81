// What the server says in English, in the reader's language. Loaded when it first refuses.
import type { Refusal } from "@/api/errors";
import type refusals from "@/messages/en/refusals";
import { authErrorKey } from "./auth-errors";
import { errorGroup } from "./feed-health";
import type { Language } from "./languages";
import { loadArea } from "./message-areas";
import { formatMessage } from "./messages";

type RefusalKey = keyof typeof refusals;

// By place, code and field; by code and reason or field; by code alone. The first counts.
const KNOWN: Record<string, RefusalKey> = {
  "folders CONFLICT name": "folderExists",
  "folders/* CONFLICT name": "folderExists",
  "folders/reorder CONFLICT name": "folderExists",
  "folders CONFLICT": "tooMany",
  "searches CONFLICT": "tooMany",
  "publications CONFLICT": "tooMany",
  "rules CONFLICT": "tooMany",
  "webhooks CONFLICT": "tooMany",
  "users/me/tokens CONFLICT": "tooMany",
  "users/me/passkeys CONFLICT": "tooMany",
  "webhooks/*/test CONFLICT": "webhookOff",
  "subscriptions CONFLICT": "feedDisabled",
  "feeds/*/refresh CONFLICT": "feedDisabled",
  "feeds/*/enable FORBIDDEN": "feedDisabled",
  "users/me/identities/* CONFLICT": "lastWayIn",
  "users/me/passkeys/* CONFLICT": "lastWayIn",
  "feeds/*/settings INVALID": "userAgentWrong",
  "webhooks INVALID url": "webhookAddress",
  "webhooks/* INVALID url": "webhookAddress",
  "subscriptions/import INVALID": "notOpml",
  "users/me/import INVALID file": "notOurs",
  "ai/key INVALID key": "badKey",
  "entries/search DATABASE_TIMEOUT": "searchSlow",
  "INVALID empty": "emptyFile",
  "INVALID newer": "newerFile",
  "INVALID parent_id": "folderDeep",
  "INVALID proxy": "proxyWrong",
  "INVALID interval": "intervalWrong",
  "INVALID query": "searchEmpty",
  "INVALID name": "needsName",
  "INVALID title": "needsName",
  NOT_FOUND: "gone",
  FORBIDDEN: "notAllowed",
  TOO_LARGE: "largeFile",
  TOO_MANY_JOBS: "tooManyJobs",
  DATABASE_BUSY: "busy",
  DATABASE_TIMEOUT: "busy",
  DATABASE_UNAVAILABLE: "busy",
  INTERNAL: "broken",
  AI_OFF: "aiOff",
};
const ID = /\/(\d+|[0-9a-f-]{36}|oidc|google|facebook|apple)(?=\/|$)/g;
const NO_ARTICLE = /^(no_article_|too_little$)/;

/** Return our own words for a refusal of what was asked; null: the server's must do. */
export async function refusalWords(
  language: Language,
  refusal: Refusal,
  path: string,
): Promise<string | null> {
  const { code, details } = refusal;
  const { reason, term } = details;
  if (code === "TOO_SLOW") return noFeedWords(language, "timeout");
  if (code === "NO_FEED") {
    return typeof reason === "string" ? noFeedWords(language, reason) : null;
  }
  if (typeof term === "string") return words(language, "refusals", "searchDate", { term });
  const auth = authErrorKey(code);
  if (auth) return words(language, "auth", auth);
  const known = refusalKey(refusal, path);
  return known && words(language, "refusals", known);
}

/** Return our own words for what went wrong at a stranger's server; null: we have none. */
export async function failureWords(language: Language, code: string): Promise<string | null> {
  if (NO_ARTICLE.test(code)) return words(language, "refusals", "noArticle");
  const group = errorGroup(code);
  return group && words(language, "health", group);
}

export function refusalKey({ code, details }: Refusal, path: string): RefusalKey | null {
  const place = path.replace("/api/v1/", "").replace(ID, "/*");
  const { field, reason } = details;
  const names = [
    `${code} ${reason}`,
    `${place} ${code} ${field}`,
    // What is said of a field is about that field alone.
    ...(field === undefined ? [`${place} ${code}`] : []),
    `${code} ${field}`,
    code,
  ];
  const name = names.find((one) => Object.hasOwn(KNOWN, one));
  return name === undefined ? null : (KNOWN[name] ?? null);
}

async function noFeedWords(language: Language, reason: string): Promise<string | null> {
  if (reason === "unauthorized") return words(language, "refusals", "noFeedLogin");
  const problem = await failureWords(language, reason);
  // Waiting will not help: somebody has to allow it.
  if (reason === "blocked_address") {
    return `${problem} ${await words(language, "health", "errorPrivateHelp")}`;
  }
  return problem && words(language, "refusals", "noFeed", { problem });
}

async function words(
  language: Language,
  area: string,
  key: string,
  values: Record<string, string> = {},
): Promise<string | null> {
  const message = (await loadArea(language, area)).default[key];
  return message === undefined ? null : formatMessage(language, message, values);
}
