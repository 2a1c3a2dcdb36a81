// Links carry their secrets behind the "#", so that no server's log has them. Pure.

/** Return the secret of a link; null: it has none. An older link may have it as `token`. */
export function secretInLink(hash: string, name: string, query?: string): string | null {
  const found = new URLSearchParams(hash.replace(/^#/, "")).get(name);
  return found || query || null;
}
