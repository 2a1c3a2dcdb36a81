// Places in lists that are made of what this device keeps. The server knows none of them.

const BEGIN = "kept:";

export function isKeptCursor(cursor: string | null): boolean {
  return cursor?.startsWith(BEGIN) ?? false;
}

/** Return the place after another one. */
export function nextKeptCursor(cursor: string | null): string {
  const page = cursor !== null && isKeptCursor(cursor) ? Number(cursor.slice(BEGIN.length)) : 0;
  return `${BEGIN}${page + 1}`;
}
