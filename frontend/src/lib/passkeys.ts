// Whether passkeys can work at an address. Browsers make them for names, on secure addresses.

export function canHavePasskeys(hostname: string, isSecure: boolean, hasApi: boolean): boolean {
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.includes(":");
  return isSecure && hasApi && !isNumber;
}

/** The server takes them for its own address only, which may not be the one shown here. */
export function passkeysWorkHere(origin: string | null | undefined): boolean {
  const { hostname, origin: here } = window.location;
  const isKnown = "PublicKeyCredential" in window;
  return origin === here && canHavePasskeys(hostname, window.isSecureContext, isKnown);
}
