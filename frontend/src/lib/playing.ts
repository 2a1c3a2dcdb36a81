// Times of what plays: how they are written, kept and taken up again. Pure.

export interface Place {
  seconds: number;
  at: number; // when it was left, milliseconds
}
export type Places = Readonly<Record<string, Place>>;

export const SPEEDS = [0.8, 1, 1.2, 1.5, 1.75, 2, 2.5] as const;

const MOST_PLACES = 200;
const HARDLY_BEGUN = 5;
const NEARLY_OVER = 15;
const STEP_BACK = 2; // one picks up a sentence better from its beginning

/** Return 1:02:03, or 2:03 below an hour. */
export function formatSeconds(seconds: number): string {
  if (!Number.isFinite(seconds)) return "–:––";
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}`
    : `${minutes}:${rest}`;
}

/** Return what to remember: what is nearly over begins again. */
export function leftAt(seconds: number, duration: number): number {
  return seconds > duration - NEARLY_OVER ? 0 : seconds;
}

/** Return where to go on: what was hardly begun begins again. */
export function resumeAt(place: Place | undefined): number {
  if (!place || place.seconds < HARDLY_BEGUN) return 0;
  return place.seconds - STEP_BACK;
}

/** Return the places with one more; of too many, those left longest ago go. */
export function withPlace<One extends { at: number }>(
  places: Readonly<Record<string, One>>,
  name: string,
  place: One,
): Readonly<Record<string, One>> {
  const all = Object.entries({ ...places, [name]: place });
  if (all.length <= MOST_PLACES) return Object.fromEntries(all);
  all.sort(([, one], [, other]) => other.at - one.at);
  return Object.fromEntries(all.slice(0, MOST_PLACES));
}

/** Return the places among whatever was stored. */
export function readPlaces(stored: unknown): Places {
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, place]) => isPlace(place)));
}

function isPlace(value: unknown): value is Place {
  if (typeof value !== "object" || value === null) return false;
  const { seconds, at } = value as Partial<Place>;
  return typeof seconds === "number" && typeof at === "number";
}

export function nextSpeed(speed: number): number {
  return SPEEDS.find((one) => one > speed) ?? SPEEDS[0];
}

/** Keep a time within what there is. */
export function within(seconds: number, duration: number): number {
  const most = Number.isFinite(duration) ? duration : Number.POSITIVE_INFINITY;
  return Math.max(0, Math.min(seconds, most));
}
