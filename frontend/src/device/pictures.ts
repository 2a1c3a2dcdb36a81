// Which pictures belong to an entry, and which of the kept ones make room for others. Pure.

export interface KeptPicture {
  url: string;
  bytes: number;
}

// Only these come through our own server; the content policy lets us load no others.
const OURS = /(?:src|srcset|poster)="([^"]*\/api\/v1\/media\/[^"]*)"/g;
const START = "/api/v1/media/";

/** Return the addresses of an entry's pictures in the order of its text. */
export function picturesOf(entry: {
  html: string;
  full_text_html: string | null;
  image_url: string | null;
  pictures: readonly { url: string }[];
}): string[] {
  const found = new Set<string>();
  if (entry.image_url?.startsWith(START)) found.add(entry.image_url);
  for (const { url } of entry.pictures) if (url.startsWith(START)) found.add(url);
  for (const html of [entry.html, entry.full_text_html ?? ""]) {
    for (const [, value = ""] of html.matchAll(OURS)) {
      for (const address of addressesIn(value)) found.add(address);
    }
  }
  return [...found];
}

function addressesIn(value: string): string[] {
  return value
    .replaceAll("&amp;", "&")
    .split(/,\s+|\s+\d+(?:\.\d+)?[wx](?:,\s*|$)/)
    .map((part) => part.trim().split(/\s/)[0] ?? "")
    .filter((address) => address.startsWith(START));
}

/**
 * Return the pictures that go: those nobody wants, and the least wanted beyond the budget.
 * `wanted` begins with what matters most: as entries arrive, the oldest go first.
 */
export function picturesToDrop(
  kept: readonly KeptPicture[],
  wanted: readonly string[],
  budget: number,
): string[] {
  const places = new Map(wanted.map((url, index) => [url, index]));
  const placeOf = ({ url }: KeptPicture) => places.get(url) ?? Number.POSITIVE_INFINITY;
  let total = 0;
  return [...kept]
    .sort((a, b) => placeOf(a) - placeOf(b))
    .filter((picture) => {
      total += picture.bytes;
      return total > budget || !places.has(picture.url);
    })
    .map((picture) => picture.url);
}
