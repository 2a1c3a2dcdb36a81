// Whether passkeys can work at an address. Browsers make them for names, on secure addresses.

export function canHavePasskeys(hostname: string, isSecure: boolean, hasApi: boolean): boolean {
  return isSecure && hasApi && !isNumber(hostname);
}

/** Where to open Tidings on this very machine to have passkeys; null: nowhere near. */
export function passkeyAddress(
  hostname: string,
  origin: string | null | undefined,
): string | null {
  const isThisMachine = /^(127(\.\d+){3}|\[::1\])$/.test(hostname);
  const isItsName = /^http:\/\/localhost(:\d+)?$/.test(origin ?? "");
  return isThisMachine && isItsName ? (origin ?? null) : null;
}

function isNumber(hostname: string): boolean {
  return /^[\d.]+$/.test(hostname) || hostname.includes(":");
}

/** The server takes them for its own address only, which may not be the one shown here. */
export function passkeysWorkHere(origin: string | null | undefined): boolean {
  const { hostname, origin: here } = window.location;
  const isKnown = "PublicKeyCredential" in window;
  return origin === here && canHavePasskeys(hostname, window.isSecureContext, isKnown);
}
