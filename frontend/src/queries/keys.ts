// Every key of the cache. Broad keys are prefixes of narrow ones.
import type { ListScope } from "@/lib/list-scope";

export const keys = {
  me: ["me"] as const,
  signInOptions: ["sign-in-options"] as const,
  counts: ["counts"] as const,
  status: ["status"] as const,
  subscriptions: ["subscriptions"] as const,
  folders: ["folders"] as const,
  tags: ["tags"] as const,
  searches: ["searches"] as const,
  entryLists: ["entries"] as const,
  entryList: (scope: ListScope) => ["entries", scope] as const,
  openEntries: ["entry"] as const,
  entry: (id: number) => ["entry", id] as const,
  jobs: ["jobs"] as const,
  job: (id: string) => ["jobs", id] as const,
  highlights: ["highlights"] as const,
  highlightList: ["highlights", "all"] as const,
  entryHighlights: (id: number) => ["highlights", "entry", id] as const,
  versions: (id: number) => ["versions", id] as const,
  diff: (id: number, from: number, to: number) => ["versions", id, from, to] as const,
  stories: ["stories"] as const,
  storyList: ["stories", "all"] as const,
  story: (id: number) => ["stories", id] as const,
  health: ["health"] as const,
  // New entries by feed, as live events report them; never asked for.
  arrivals: ["arrivals"] as const,
  // How much this device keeps.
  storage: ["storage"] as const,
  pushDevices: ["push", "devices"] as const,
  pushState: ["push", "state"] as const,
};
