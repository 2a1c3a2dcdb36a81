// The two ways in which a request fails: the server said no, or there was no server.

export interface Refusal {
  status: number;
  code: string;
  message: string;
  details: Record<string, unknown>;
  // Seconds after which it is worth asking again; null: the server did not say.
  retryAfter: number | null;
}

export class ApiError extends Error implements Refusal {
  readonly status: number;
  readonly code: string;
  readonly details: Record<string, unknown>;
  readonly retryAfter: number | null;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.name = "ApiError";
    this.status = refusal.status;
    this.code = refusal.code;
    this.details = refusal.details;
    this.retryAfter = refusal.retryAfter;
  }
}

/** No answer came: the network is gone, or the server is. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super("There was no answer.", { cause });
    this.name = "NetworkError";
  }
}

/** No answer came, and what was asked for is not kept on this device either. */
export class NotKeptError extends NetworkError {
  constructor(cause?: unknown) {
    super(cause);
    this.name = "NotKeptError";
  }
}

export function isSignedOut(error: unknown): boolean {
  // A wrong password, typed to confirm something, is also a 401 and ends no session.
  return (
    error instanceof ApiError && error.status === 401 && error.code !== "WRONG_CREDENTIALS"
  );
}

/** Return what an error answer says; anything that is not one of ours keeps its status. */
export function readRefusal(status: number, body: unknown, retryAfter: string | null): Refusal {
  const said = errorOf(body);
  const seconds = Number(retryAfter);
  return {
    status,
    code: typeof said.code === "string" ? said.code : `HTTP_${status}`,
    message: typeof said.message === "string" ? said.message : "",
    details: isRecord(said.details) ? said.details : {},
    retryAfter: retryAfter !== null && Number.isFinite(seconds) ? seconds : null,
  };
}

function errorOf(body: unknown): Record<string, unknown> {
  return isRecord(body) && isRecord(body.error) ? body.error : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
