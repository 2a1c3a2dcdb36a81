// What this browser remembers by itself. Storage may be full or forbidden: then it forgets.

const store = { isShut: false };

/** The reader has left: until it is loaded again, this page remembers nothing more. */
export function shutStore(): void {
  store.isShut = true;
}

export function recall(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`tidings.${name}`) ?? "null");
  } catch {
    return null;
  }
}

export function remember(name: string, value: unknown): void {
  if (store.isShut) return;
  try {
    localStorage.setItem(`tidings.${name}`, JSON.stringify(value));
  } catch {
    // A private window may refuse; the server still has everything.
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(`tidings.${name}`);
  } catch {
    // Nothing was remembered then.
  }
}
