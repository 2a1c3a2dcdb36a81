// What this browser remembers by itself. Storage may be full or forbidden: then it forgets.

export function recall(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`tidings.${name}`) ?? "null");
  } catch {
    return null;
  }
}

export function remember(name: string, value: unknown): void {
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
