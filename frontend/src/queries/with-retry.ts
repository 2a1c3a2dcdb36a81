// Hundreds of requests in a row are more than the server takes in a second: it says when to go on.
import { ApiError } from "@/api/errors";
import { pause } from "@/lib/pause";

const TRIES = 5;
const USUAL_WAIT = 5; // seconds

/** Do it, and again after the wait that the server asks for, a few times at most. */
export async function withRetry<Done>(
  work: () => Promise<Done>,
  wait: (milliseconds: number) => Promise<void> = pause,
): Promise<Done> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isTooMany = error instanceof ApiError && error.status === 429;
      if (!isTooMany || tries === TRIES) throw error;
      await wait((error.retryAfter ?? USUAL_WAIT) * 1000);
    }
  }
}
