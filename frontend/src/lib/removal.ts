// What a clean-up took away unread, if the server tells: a discreet notice, once. Pure.

export interface Removal {
  count: number;
  at: number; // microseconds
}

/** Return the last removal in a status; null: none, or a server that does not tell. */
export function removalIn(status: object | undefined): Removal | null {
  const told: unknown = status && "unread_removed" in status ? status.unread_removed : null;
  if (typeof told !== "object" || told === null) return null;
  const { count, at } = told as Record<string, unknown>;
  if (typeof count !== "number" || typeof at !== "number" || count <= 0) return null;
  return { count, at };
}

/** Whether the reader should be told: not of what they have put away already. */
export function isNews(removal: Removal | null, seenAt: unknown): removal is Removal {
  return removal !== null && !(typeof seenAt === "number" && seenAt >= removal.at);
}
