// Keys of push subscriptions as text and as bytes. Pure.

/** Return the bytes of URL-safe base64. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const usual = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(usual), (letter) => letter.charCodeAt(0));
}

/** Whether a subscription was made for this key; with another one the server cannot reach it. */
export function isMadeFor(key: ArrayBuffer | null, wanted: string): boolean {
  if (key === null) return false;
  const bytes = new Uint8Array(key);
  const expected = bytesOf(wanted);
  return bytes.length === expected.length && bytes.every((byte, at) => byte === expected[at]);
}
