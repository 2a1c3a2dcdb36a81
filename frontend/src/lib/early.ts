// Which questions the very first script asks, by the address that is opened. Pure.
import { type ListScope, scopeOf } from "./list-scope";
import type { Preferences } from "./preferences";

export const OPTIONS_ADDRESS = "/api/v1/auth/options";
export const ME_ADDRESS = "/api/v1/users/me";

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
