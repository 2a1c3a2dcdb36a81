import { ApiError, NetworkError, NotKeptError } from "@/api/errors";
import { useMessages } from "@/lib/i18n";

/** Return how to describe an error to a reader; the server's own words are safe to show. */
export function useErrorText(): (error: unknown) => string {
  const say = useMessages("ui");
  const sayRefused = (error: ApiError) => {
    if (error.status === 429) return say("slowDownText", { count: error.retryAfter ?? 60 });
    if (error.status === 403 && error.message === "") return say("notAllowedText");
    return error.message || say("errorText");
  };
  return (error) => {
    if (error instanceof NotKeptError) return say("notKeptText");
    if (error instanceof NetworkError) return say("offlineText");
    return error instanceof ApiError ? sayRefused(error) : say("errorText");
  };
}
