// Questions that the very first script asks, while everything else is still on its way: the
// client takes their answers when the app comes to ask the same.
import { type ListScope, placeOf, scopeOf } from "./list-scope";
import type { Preferences } from "./preferences";

/** What the page will look like: a list of entries, another page of the app, or a door. */
export type Frame = "list" | "page" | "door";

// Whoever asks later wants to know how things are by then.
const FRESH = 10_000;
export const OPTIONS_ADDRESS = "/api/v1/auth/options";
const DOORS = /^\/(login|register|invite|forgot-password|reset-password)$/;

export const ME_ADDRESS = "/api/v1/users/me";

const asked = new Map<string, Promise<Response>>();
let askedAt = 0;

export function frameOf(path: string, isReader: boolean): Frame {
  if (!isReader || DOORS.test(path)) return "door";
  return placeOf(path) === null ? "page" : "list";
}

interface Address {
  pathname: string;
  search: string;
}

/** Return the list that the page at an address shows first, if that is certain. */
export function firstList(
  { pathname, search }: Address,
  preferences: Preferences,
): ListScope | null {
  const isHome = pathname === "/" && preferences.homePage === "unread";
  if (search !== "" || !(isHome || pathname === "/all")) return null;
  return scopeOf(pathname, {}, preferences);
}

export const HEALTH_ADDRESS = "/api/v1/health/feeds?limit=200";
// What single pages ask beside.
const PAGE_QUESTIONS: Record<string, string[]> = {
  "/health": [HEALTH_ADDRESS, "/api/v1/status"],
};

/** Return what the page of a reader at an address asks first. */
export function firstQuestions(address: Address, preferences: Preferences): string[] {
  const list = firstList(address, preferences);
  const entries =
    list && `/api/v1/entries?limit=50&order=${list.order}&unread=${list.unread}&q=`;
  return [
    ME_ADDRESS,
    ...(entries ? [entries] : []),
    "/api/v1/subscriptions?limit=200",
    "/api/v1/counts",
    ...(PAGE_QUESTIONS[address.pathname] ?? []),
  ];
}

export function askEarly(addresses: readonly string[]): void {
  askedAt = Date.now();
  for (const address of addresses) {
    const answer = fetch(address, { credentials: "same-origin" });
    // Whoever takes it hears of the failure; if nobody does, nobody needs to.
    answer.catch(() => undefined);
    asked.set(address, answer);
  }
}

export function wasAskedEarly(address: string): boolean {
  return asked.has(address);
}

/** Return when a question to a path is asked: now, or when it was asked early. */
export function timeOfAsking(path: string): number {
  const isEarly = [...asked.keys()].some((address) => address.startsWith(`${path}?`));
  return isEarly && isFresh() ? askedAt : Date.now();
}

function isFresh(): boolean {
  return performance.now() < FRESH;
}

/** `fetch`, but what was asked early is not asked again. */
export function fetchOnce(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const answer = asked.get(pathname + search);
  asked.delete(pathname + search);
  const isTaken = answer && request.method === "GET" && isFresh();
  return isTaken ? orAborted(answer, request.signal) : fetch(request);
}

function orAborted(answer: Promise<Response>, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
    answer.then(resolve, reject);
  });
}
