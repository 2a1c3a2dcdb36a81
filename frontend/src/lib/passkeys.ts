// Whether passkeys can work at an address. Browsers make them for names, on secure addresses.

export function canHavePasskeys(hostname: string, isSecure: boolean, hasApi: boolean): boolean {
  const isNumber = /^[\d.]+$/.test(hostname) || hostname.includes(":");
  return isSecure && hasApi && !isNumber;
}

export function passkeysWorkHere(): boolean {
  return canHavePasskeys(
    window.location.hostname,
    window.isSecureContext,
    "PublicKeyCredential" in window,
  );
}
