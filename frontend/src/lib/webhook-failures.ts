// Why a message to a webhook failed, in the reader's words: one message for each code of the
// server. A code without one does not compile.
import type { components } from "@/api/schema";
import type health from "@/messages/en/health";
import type webhooks from "@/messages/en/webhooks";

export type WebhookFailure = NonNullable<components["schemas"]["Delivery"]["last_code"]>;

type Words =
  | readonly ["health", keyof typeof health]
  | readonly ["webhooks", keyof typeof webhooks];

// What a feed's server can do wrong, too, has its words with the health of feeds.
export const WEBHOOK_FAILURES = {
  http_status: ["webhooks", "failedStatus"],
  redirect: ["webhooks", "failedRedirect"],
  gone: ["webhooks", "failedGone"],
  switched_off: ["webhooks", "failedSwitchedOff"],
  secret_unreadable: ["webhooks", "failedSecret"],
  host_busy: ["webhooks", "failedBusy"],
  interrupted: ["webhooks", "failedBusy"],
  too_large: ["webhooks", "failedLarge"],
  dns: ["health", "errorDns"],
  bad_url: ["health", "errorAddress"],
  bad_redirect: ["health", "errorAddress"],
  too_many_redirects: ["health", "errorCircle"],
  tls: ["health", "errorSecure"],
  blocked_address: ["health", "errorPrivate"],
  proxy: ["health", "errorProxy"],
  host_held: ["health", "errorSlowDown"],
  timeout: ["health", "errorTimeout"],
  too_slow: ["health", "errorTimeout"],
  refused: ["health", "errorUnreachable"],
  unreachable: ["health", "errorUnreachable"],
  connection_lost: ["health", "errorUnreachable"],
  bad_answer: ["health", "errorAnswer"],
  bad_encoding: ["health", "errorAnswer"],
  unasked_not_modified: ["health", "errorAnswer"],
} as const satisfies Record<WebhookFailure, Words>;

/** Return the message for a code; null: an old message has none, or the server is newer. */
export function webhookFailureWords(code: string | null) {
  return code !== null && Object.hasOwn(WEBHOOK_FAILURES, code)
    ? WEBHOOK_FAILURES[code as WebhookFailure]
    : null;
}
