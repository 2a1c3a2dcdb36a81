import { useMessages } from "@/lib/i18n";
import { webhookFailureWords } from "@/lib/webhook-failures";
import type { Delivery } from "@/queries/webhooks";

type Failed = Pick<Delivery, "last_code" | "last_error" | "last_status">;

/** Return why a message failed: in our words, or the server's if we have none. */
export function useWebhookFailure() {
  const say = useMessages("webhooks");
  const sayHealth = useMessages("health");
  return ({ last_code, last_error, last_status }: Failed): string | null => {
    const words = webhookFailureWords(last_code);
    if (words === null) return last_error;
    const [area, key] = words;
    return area === "health" ? sayHealth(key) : say(key, { status: last_status ?? "" });
  };
}
