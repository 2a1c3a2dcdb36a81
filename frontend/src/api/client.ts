// The one client of the API: cookie session, errors as ApiError or NetworkError.
import createClient from "openapi-fetch";
import { earlyRequests } from "./early";
import { ApiError, isSignedOut, NetworkError, type Refusal, readRefusal } from "./errors";
import type { paths } from "./schema";

export const api = createClient<paths>({
  credentials: "same-origin",
  fetch: (request) => earlyRequests.fetchOnce(request),
});

interface Answer<Data> {
  data?: Data | undefined;
  error?: unknown;
  response: Response;
}

const GATEWAY_CODES = ["HTTP_502", "HTTP_503", "HTTP_504"];

type Translate = (refusal: Refusal) => Promise<string | null>;

// What the app around the client does, as it says when it starts.
const app: { whenSignedOut?: () => void; translate?: Translate } = {};
// A greater difference than slow answers can make: one of the clocks was set.
const CLOCK_WAS_SET = 15_000;

class ServerClock {
  // How far it is ahead of ours, in milliseconds; as long as it is not known, as it was when
  // the server last answered.
  private ahead: number | null = null;
  presumed = 0;

  microseconds(milliseconds: number): number {
    return Math.round((milliseconds + (this.ahead ?? this.presumed)) * 1000);
  }

  /** The time on an answer is as old as its way here was long: the freshest one counts. */
  note({ headers }: Response): void {
    const time = Number(headers.get("x-server-time") ?? Number.NaN);
    if (!Number.isFinite(time)) return;
    const ahead = time / 1000 - Date.now();
    const known = this.ahead ?? -Infinity;
    if (ahead > known || ahead < known - CLOCK_WAS_SET) this.ahead = ahead;
  }
}

const serverClock = new ServerClock();

/** Say what happens when the server no longer knows the session. */
export function onSignedOut(listener: () => void): void {
  app.whenSignedOut = listener;
}

/** Say who knows refusals in the reader's language; the server speaks English only. */
export function translateRefusalsBy(translate: Translate): void {
  app.translate = translate;
}

/** Return the server's time for one of ours; the API counts in microseconds. */
export function serverMicroseconds(milliseconds: number): number {
  return serverClock.microseconds(milliseconds);
}

/** Say how many microseconds the server's clock is ahead, until it answers. */
export function presumeClock(ahead: number): void {
  serverClock.presumed = ahead / 1000;
}

/** Return the data of an answer: `const counts = await ask(api.GET("/api/v1/counts"))`. */
export async function ask<Data>(request: Promise<Answer<Data>>): Promise<Data> {
  const answer = await request.catch((error: unknown) => {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new NetworkError(error);
  });
  serverClock.note(answer.response);
  if (answer.response.ok) return answer.data as Data;
  const { status, headers } = answer.response;
  const error = new ApiError(readRefusal(status, answer.error, headers.get("retry-after")));
  // A gateway speaks in place of a server that is away.
  if (GATEWAY_CODES.includes(error.code)) throw new NetworkError(error);
  // A wrong password is also a 401, but not the end of a session.
  const path = new URL(answer.response.url).pathname;
  if (isSignedOut(error) && !path.startsWith("/api/v1/auth/")) app.whenSignedOut?.();
  error.message = (await app.translate?.(error).catch(() => null)) ?? error.message;
  throw error;
}
