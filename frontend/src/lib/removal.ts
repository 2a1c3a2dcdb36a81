// What a clean-up took away unread, if the server reports it: a discreet notice, once. Pure.

export interface Removal {
  count: number;
  at: number; // microseconds
}

/** Return the last removal in a status; null: none, or a server that does not report it. */
export function removalIn(status: object | undefined): Removal | null {
  const reported: unknown = status && "unread_removed" in status ? status.unread_removed : null;
  if (typeof reported !== "object" || reported === null) return null;
  const { count, at } = reported as Record<string, unknown>;
  if (typeof count !== "number" || typeof at !== "number" || count <= 0) return null;
  return { count, at };
}

/** Whether the reader should be notified: not of what they have put away already. */
export function isNews(removal: Removal | null, seenAt: unknown): removal is Removal {
  return removal !== null && !(typeof seenAt === "number" && seenAt >= removal.at);
}
