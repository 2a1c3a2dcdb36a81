import { authErrorKeyOf } from "@/lib/auth-errors";
import { useMessages } from "@/lib/i18n";
import { useErrorText } from "./use-error-text";

/** Return how to describe an error about accounts, in the reader's language. */
export function useAuthError(): (error: unknown) => string | undefined {
  const say = useMessages("auth");
  const errorText = useErrorText();
  return (error) => {
    if (!error) return undefined;
    const key = authErrorKeyOf(error);
    return key ? say(key) : errorText(error);
  };
}
