import { aiFailureKey } from "@/lib/ai-failures";
import { useMessages } from "@/lib/i18n";

/** Return why there is nothing to show: in our words, or the server's if it is newer. */
export function useAiFailure() {
  const say = useMessages("entry");
  return ({ code, reason }: { code: string | null; reason: string | null }) => {
    const key = aiFailureKey(code);
    return key === null ? reason : say(key);
  };
}
