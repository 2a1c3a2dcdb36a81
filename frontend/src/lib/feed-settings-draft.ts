// The settings of a feed while they are being changed, and what of it is new. Pure.
import type { components } from "@/api/schema";

type Settings = components["schemas"]["FeedSettingsView"];
type Changes = components["schemas"]["FeedSettingsChanges"];

export const RETRY_POLICIES = ["patient", "strict", "one-strike"] as const;
export type RetryPolicy = (typeof RETRY_POLICIES)[number];

export interface FetchDraft {
  fullText: boolean;
  polling: boolean;
  interval: number | null; // null: as the feed's rhythm suggests
  retryPolicy: RetryPolicy | null; // null: as usual
  userAgent: string;
  proxy: string;
  enforceDomain: boolean;
  allowDuplicates: boolean;
  username: string;
  password: string;
  dropsLogin: boolean;
}

export function fetchDraft(settings: Settings): FetchDraft {
  return {
    fullText: settings.full_text,
    polling: settings.polling,
    interval: settings.interval,
    retryPolicy: RETRY_POLICIES.find((one) => one === settings.retry_policy) ?? null,
    userAgent: settings.user_agent ?? "",
    proxy: settings.proxy ?? "",
    enforceDomain: settings.enforce_feed_domain,
    allowDuplicates: settings.allow_duplicate_urls,
    username: "",
    password: "",
    dropsLogin: false,
  };
}

/** Return only what differs; null: nothing does. */
export function fetchChanges(before: Settings, draft: FetchDraft): Changes | null {
  const usual = fetchDraft(before);
  const changes: Changes = {
    ...(draft.fullText !== usual.fullText && { full_text: draft.fullText }),
    ...(draft.polling !== usual.polling && { polling: draft.polling }),
    ...(draft.interval !== usual.interval && { interval: draft.interval }),
    ...(draft.retryPolicy !== usual.retryPolicy && { retry_policy: draft.retryPolicy }),
    ...(draft.userAgent.trim() !== usual.userAgent && {
      user_agent: draft.userAgent.trim() || null,
    }),
    ...(draft.proxy.trim() !== usual.proxy && { proxy: draft.proxy.trim() || null }),
    ...(draft.enforceDomain !== usual.enforceDomain && {
      enforce_feed_domain: draft.enforceDomain,
    }),
    ...(draft.allowDuplicates !== usual.allowDuplicates && {
      allow_duplicate_urls: draft.allowDuplicates,
    }),
    ...loginChange(draft),
  };
  return Object.keys(changes).length > 0 ? changes : null;
}

function loginChange({ username, password, dropsLogin }: FetchDraft): Pick<Changes, "login"> {
  // Half a login is sent as well: the server says what is missing.
  if (username + password !== "") return { login: { username, password } };
  return dropsLogin ? { login: null } : {};
}
