// Who may see what, before a page is loaded.
import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "@tanstack/react-router";
import { presumeClock, serverMicroseconds } from "@/api/client";
import { isSignedOut, NetworkError } from "@/api/errors";
import type { Account } from "@/api/types";
import { recall, remember } from "@/lib/local-store";
import { HOME_ADDRESSES, readPreferences } from "@/lib/preferences";
import { recalledPreferences } from "@/lib/recalled";
import { meQuery, signInOptionsQuery } from "@/queries/account";
import { keys } from "@/queries/keys";
import { mirrorPreferences } from "@/queries/preferences";

export interface SignInSearch {
  next?: string;
  token?: string;
  error?: string; // a code: why signing in elsewhere did not work
}

export function readSignInSearch(raw: Record<string, unknown>): SignInSearch {
  const search: SignInSearch = {};
  if (typeof raw.next === "string" && isOurs(raw.next)) search.next = raw.next;
  if (typeof raw.token === "string") search.token = raw.token;
  if (typeof raw.error === "string") search.error = raw.error;
  return search;
}

/** Whether an address stays in this app: nobody is sent elsewhere after signing in. */
export function isOurs(address: string): boolean {
  return /^\/(?![/\\])/.test(address) && !address.startsWith("/api/");
}

/** Let a signed-in reader pass; send others to sign in, the very first one to register. */
export async function requireSession(client: QueryClient, next: string): Promise<void> {
  try {
    // Whoever was never signed in here need not learn so from an error in the console.
    const isAsked = client.getQueryData(keys.me) || client.isFetching({ queryKey: keys.me });
    const isUnknown = !recall("account") && !isAsked;
    if (isUnknown && !(await client.fetchQuery(signInOptionsQuery)).signed_in) {
      throw await redirectToSignIn(client, next);
    }
    const account = await client.ensureQueryData(meQuery);
    remember("account", account);
    remember("clock", serverMicroseconds(0));
    mirrorPreferences(readPreferences(account.preferences));
  } catch (error) {
    if (isSignedOut(error)) throw await redirectToSignIn(client, next);
    const known = recall("account") as Account | null;
    // Without a network, whoever was signed in here before may read what is kept here.
    if (!(error instanceof NetworkError && known)) throw error;
    presumeClock(Number(recall("clock")));
    client.setQueryData(keys.me, known, { updatedAt: 0 });
  }
}

// The address this visit began with, if it is seen again: then one wants to stay there.
const reloaded = globalThis.performance
  ?.getEntriesByType("navigation")
  .some((entry) => (entry as PerformanceNavigationTiming).type !== "navigate")
  ? globalThis.location?.pathname
  : undefined;
const visit = { isNew: true };

/** Lead whoever comes in to the page they want to start with; later, "/" is itself. */
export function startAtHome(address: string): void {
  const { isNew } = visit;
  visit.isNew = false;
  const home = HOME_ADDRESSES[recalledPreferences().homePage];
  if (isNew && address === "/" && reloaded !== "/" && home !== "/")
    throw redirect({ to: home, replace: true });
}

async function redirectToSignIn(client: QueryClient, next: string) {
  const options = await client.ensureQueryData(signInOptionsQuery);
  const isFirst = !options.has_accounts && options.registration_open;
  return redirect({
    to: isFirst ? "/register" : "/login",
    search: next === "/" ? {} : { next },
  });
}
