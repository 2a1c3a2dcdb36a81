// The last searches of this browser, newest first.
import { recall, remember } from "./local-store";

const NAME = "recent-searches";
const MOST = 8;

export function recentSearches(): string[] {
  const stored = recall(NAME);
  return Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : [];
}

export function noteSearch(query: string): void {
  if (query === "") return;
  const others = recentSearches().filter((one) => one !== query);
  remember(NAME, [query, ...others].slice(0, MOST));
}
