// The place in a long text that a reader has come to: which one counts, and what is worth
// keeping. Pure.

export interface TextPlace {
  place: number; // how much of the text is above, 0 to 1
  at: number; // when, microseconds of the server
}

const SCREENS = 2; // what is shorter is found again at once
const HARDLY_BEGUN = 0.02;
const NEARLY_OVER = 0.97;
const STEP = 0.01; // less is not worth a request

/** Whether one can lose one's place in a text of this height. */
export function isLong(height: number, screen: number): boolean {
  return screen > 0 && height >= SCREENS * screen;
}

/** Return what to remember: what was hardly begun or is read to its end begins again. */
export function placeLeft(place: number, isAtEnd: boolean): number {
  return isAtEnd || place < HARDLY_BEGUN || place > NEARLY_OVER ? 0 : place;
}

export function isWorthSending(place: number, sent: number): boolean {
  return (place === 0) !== (sent === 0) || Math.abs(place - sent) >= STEP;
}

export function newestPlace(
  one: TextPlace | null | undefined,
  other: TextPlace | null | undefined,
): TextPlace | null {
  if (!one || !other) return one ?? other ?? null;
  return one.at >= other.at ? one : other;
}

/** Return the places among whatever was stored. */
export function readTextPlaces(stored: unknown): Readonly<Record<string, TextPlace>> {
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, one]) => isTextPlace(one)));
}

function isTextPlace(value: unknown): value is TextPlace {
  if (typeof value !== "object" || value === null) return false;
  const { place, at } = value as Partial<TextPlace>;
  return typeof place === "number" && place >= 0 && place <= 1 && typeof at === "number";
}
