// The address in what another program shares: some put it into the text or the title. Pure.

export interface Shared {
  url: string; // empty: there was none
  title: string;
}

const ADDRESS = /https?:\/\/[^\s<>"']+/i;
const END_OF_SENTENCE = /[.,;:!?)\]}»”]+$/;

export function readShared(search: Record<string, unknown>): Shared {
  const parts = [search.url, search.text, search.title].map(asText);
  const url = parts.map(addressIn).find((one) => one !== "") ?? "";
  const title = asText(search.title).trim();
  return { url, title: addressIn(title) === "" ? title : "" };
}

/** Return what was typed as an address; empty if it is none. A bare domain is one. */
export function typedAddress(typed: string): string {
  const text = typed.trim();
  const found = addressIn(text);
  if (found) return found;
  return /^(feed:\/*)?[^\s/]+\.[^\s.]{2,}(\/\S*)?$/i.test(text) ||
    /^[^\s/]+:\d+(\/\S*)?$/.test(text)
    ? text
    : "";
}

/** Return what to look for: an address, or the name or topic that was typed. */
export function typedRequest(typed: string): string {
  return typedAddress(typed) || typed.trim();
}

/** Return a found address with the login that was typed, which goes to the same server
 * only: from http to https of one host, and never back. */
export function withTypedLogin(found: string, typed: string): string {
  const from = asUrl(typed) ?? asUrl(`https://${typed}`);
  const to = asUrl(found);
  if (!from || !to || from.username + from.password === "") return found;
  const isUpgrade = to.protocol === "https:" && from.host === to.host && to.port === "";
  if (from.origin !== to.origin && !isUpgrade) return found;
  to.username = from.username;
  to.password = from.password;
  return to.href;
}

function asUrl(text: string): URL | null {
  const isWeb = URL.canParse(text) && /^https?:/i.test(text);
  return isWeb ? new URL(text) : null;
}

function addressIn(text: string): string {
  const found = ADDRESS.exec(text)?.[0] ?? "";
  // A bracket that the address itself opened belongs to it.
  return found.includes("(") ? found : found.replace(END_OF_SENTENCE, "");
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : "";
}
