// A picture that is looked at closely: how large it is shown, and where. Pure.

export interface PictureView {
  scale: number; // 1: whole
  x: number; // pixels from the middle
  y: number;
}

interface Point {
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

export const WHOLE: PictureView = { scale: 1, x: 0, y: 0 };
export const STEP = 1.5;
const CLOSEST = 8;
const NEARLY_WHOLE = 1.05;

/** Zoom by a factor around a point, measured from the middle, which stays where it is. */
export function zoomed(view: PictureView, factor: number, around: Point): PictureView {
  const scale = Math.min(view.scale * factor, CLOSEST);
  if (scale < NEARLY_WHOLE) return WHOLE;
  const grown = scale / view.scale;
  return {
    scale,
    x: around.x - (around.x - view.x) * grown,
    y: around.y - (around.y - view.y) * grown,
  };
}

/** Move what is shown, no further than its edges. `shown` is its size at scale 1. */
export function panned(view: PictureView, by: Point, shown: Size, room: Size): PictureView {
  const limit = (side: number, box: number) => Math.max(0, (side * view.scale - box) / 2);
  const within = (value: number, most: number) => Math.max(-most, Math.min(most, value)) + 0;
  return {
    scale: view.scale,
    x: within(view.x + by.x, limit(shown.width, room.width)),
    y: within(view.y + by.y, limit(shown.height, room.height)),
  };
}

export type ViewerCommand =
  | { do: "go"; step: number }
  | { do: "zoom"; factor: number }
  | { do: "pan"; x: number; y: number };

const MOVE = 60; // pixels that a key moves a picture that is zoomed in on
const MOVES: Record<string, [number, number]> = {
  ArrowLeft: [MOVE, 0],
  ArrowRight: [-MOVE, 0],
  ArrowUp: [0, MOVE],
  ArrowDown: [0, -MOVE],
};
const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};
const ZOOMS: Record<string, number> = { "+": STEP, "=": STEP, "-": 1 / STEP, "0": 0 };

/** Return what a key means; null: nothing. */
export function keyMeaning(key: string, isWhole: boolean): ViewerCommand | null {
  const [x, y] = MOVES[key] ?? [];
  if (!isWhole && x !== undefined && y !== undefined) return { do: "pan", x, y };
  const step = STEPS[key];
  if (step !== undefined) return { do: "go", step };
  const factor = ZOOMS[key];
  return factor === undefined ? null : { do: "zoom", factor };
}

const FAR = 60;
const DOWN = 100;

/** Return what a finger that was lifted meant, while the picture was shown whole. */
export function swipeMeaning({ x, y }: Point): "previous" | "next" | "close" | null {
  if (Math.abs(x) > Math.abs(y)) {
    if (Math.abs(x) < FAR) return null;
    return x > 0 ? "previous" : "next";
  }
  return y > DOWN ? "close" : null;
}

/** Whether a picture may take its own height now that it is known: nothing that is in sight
 * may move. `height` is what it would take. */
export function mayResize(
  box: { top: number; bottom: number },
  height: number,
  screen: number,
): boolean {
  if (box.bottom <= 0 || box.top >= screen) return true;
  if (Math.abs(box.bottom - box.top - height) < 2) return true;
  return box.bottom >= screen && box.top + height >= screen;
}

/** Return the runs of at least `least` pictures; blanks between them do not count. */
export function pictureRuns(
  kinds: readonly ("picture" | "blank" | "other")[],
  least: number,
): number[][] {
  const runs: number[][] = [];
  let run: number[] = [];
  for (const [place, kind] of [...kinds, "other" as const].entries()) {
    if (kind === "picture") run.push(place);
    if (kind !== "other") continue;
    if (run.length >= least) runs.push(run);
    run = [];
  }
  return runs;
}
